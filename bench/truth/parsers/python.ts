// Python by its own `ast`.
import { spawnSync } from 'node:child_process';
import type { Unit } from '../unit.ts';
import { topOf } from './above.ts';
import type { Source } from './parse.ts';

const SCRIPT = `
import ast, json, sys, warnings
warnings.simplefilter('ignore')
sys.setrecursionlimit(10000)

def visit(node, names, within, out):
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            is_class = isinstance(child, ast.ClassDef)
            kind = 'class' if is_class else 'function' if within != 'class' else \\
                'constructor' if child.name == '__init__' else 'method'
            first = min([child.lineno] + [d.lineno for d in child.decorator_list])
            qualified = names + [child.name]
            out.append(['::'.join(qualified), kind, child.lineno, child.end_lineno, first])
            visit(child, qualified, 'class' if is_class else 'function', out)
        else:
            visit(child, names, within, out)

for path in sys.stdin.read().split('\\n'):
    if not path: continue
    try:
        with open(path, 'rb') as file: tree = ast.parse(file.read())
        out = []
        visit(tree, [], 'module', out)
    except Exception:
        out = None
    print(json.dumps(out))
`;

type Row = [name: string, kind: string, start: number, end: number, first: number];

export function hasPython(): boolean {
  return spawnSync('python3', ['-c', 'import ast, sys; sys.exit(sys.version_info < (3, 8))']).status === 0;
}

export function parseByPython(sources: readonly Source[]): void {
  const { stdout, status } = spawnSync('python3', ['-c', SCRIPT], {
    input: sources.map(source => source.file).join('\n'),
    encoding: 'utf8',
    maxBuffer: 1 << 30,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`python3 exited ${status}`);
  const answers = stdout.split('\n');
  for (const [index, source] of sources.entries()) {
    const rows = JSON.parse(answers[index] ?? 'null') as Row[] | null;
    source.version.units = rows?.map(([name, kind, start, end, first]): Unit => {
      return { name, kind, start, end, top: topOf(source.version.lines, first, 'python') };
    });
  }
}
