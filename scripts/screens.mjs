// What a person sees, as pictures to look at: read, deps, history and summary at 60, 80 and 120 columns, on dark and on
// light, for the sample repository and for one whose notes are Japanese, Korean, emoji and long addresses.
//   npm run build && node scripts/screens.mjs [directory]
// Takes Debian's chromium, or what CHROMIUM names; without one, the same pages are left as HTML.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import stringWidth from 'string-width';
import { buildRepository, gitEnvironment } from '../test-repos/build-repository.mjs';

const cli = resolve(dirname(fileURLToPath(import.meta.url)), '../dist/cli.js');
const out = resolve(process.argv[2] ?? join(tmpdir(), 'ultragit-screens'));
const room = mkdtempSync(join(tmpdir(), 'ultragit-screens-'));
const WIDTHS = [60, 80, 120];
const THEMES = { dark: ['#000', '#ddd'], light: ['#fff', '#222'] };

const SCREENS = {
  demo: [
    ['read', 'src/mqtt/client.ts', 'MqttClient::connect'],
    ['deps', 'src/mqtt/client.ts', 'MqttClient::connect'],
    ['history', 'src/mqtt/client.ts', 'MqttClient::connect'],
    ['summary', '.'],
  ],
  wide: [
    ['read', 'src/接続.py'],
    ['deps', 'src/接続.py'],
    ['history', 'src/接続.py', '接続マネージャー::再接続する'],
    ['summary', '.'],
  ],
};

try {
  mkdirSync(out, { recursive: true });
  buildRepository('mqtt-client', join(room, 'demo'));
  buildWide(join(room, 'wide'));
  for (const [repo, commands] of Object.entries(SCREENS)) {
    for (const width of WIDTHS) {
      const texts = commands.map(args => [args, show(join(room, repo), args, width)]);
      for (const [theme, colours] of Object.entries(THEMES)) {
        for (const [args, text] of texts) {
          const name = `${repo}-${args[0]}-${width}-${theme}`;
          picture(name, page(text, width, colours), text.split('\n').length, width);
        }
      }
    }
  }
  console.log(out);
} finally {
  rmSync(room, { recursive: true, force: true });
}

function show(cwd, args, width) {
  const { stdout, stderr } = spawnSync(process.execPath, [cli, ...args, '--no-cache', '--format', 'pretty'], {
    cwd,
    env: { ...gitEnvironment(room), FORCE_COLOR: '1', COLUMNS: `${width}` },
    encoding: 'utf8',
  });
  const text = stdout || stderr;
  const tooWide = text.split('\n').filter(line => stringWidth(line) > width);
  if (tooWide.length > 0)
    console.error(`wider than ${width}: ultragit ${args.join(' ')}\n${tooWide.join('\n')}`);
  return `$ ultragit ${args.join(' ')}\n\n${text}`;
}

/** A terminal of this width, with a line where it ends. */
function page(text, width, [background, colour]) {
  return `<!doctype html><meta charset="utf-8"><style>
    body { margin: 0; padding: 16px; background: ${background}; }
    pre { margin: 0; width: ${width}ch; color: ${colour}; border-right: 1px dotted #888;
      font: 15px/20px 'DejaVu Sans Mono', 'Noto Sans Mono CJK JP', 'Noto Color Emoji', monospace; }
    i { display: inline-block; width: 2ch; font-style: normal; overflow: visible; white-space: nowrap; }
  </style><pre>${toHtml(text)}</pre>`;
}

function toHtml(text) {
  const styles = { 0: '</span>' };
  return text
    .split(/(\x1b\[[\d;]*m)/)
    .map(part => {
      const codes = /^\x1b\[([\d;]*)m$/.exec(part)?.[1];
      if (codes === undefined) return cells(part);
      return styles[codes] ?? `<span style="${css(codes)}">`;
    })
    .join('');
}

/** Wide characters take two columns, whatever font has them. */
function cells(text) {
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => {
    const escaped = segment.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    return stringWidth(segment) === 2 ? `<i>${escaped}</i>` : escaped;
  }).join('');
}

function css(codes) {
  const colour = /38;5;(\d+)/.exec(codes)?.[1];
  const bold = /^1(;|$)/.test(codes) ? 'font-weight: bold;' : '';
  return `${bold}${colour === undefined ? '' : `color: ${colourOf(Number(colour))};`}`;
}

function colourOf(index) {
  if (index >= 232) return `rgb(${Array(3).fill(8 + 10 * (index - 232))})`;
  const level = step => (step === 0 ? 0 : 55 + 40 * step);
  const cube = index - 16;
  return `rgb(${[Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map(level)})`;
}

function picture(name, html, lines, width) {
  const source = join(out, `${name}.html`);
  writeFileSync(source, html);
  const { error } = spawnSync(
    process.env.CHROMIUM ?? 'chromium',
    [
      ...['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--hide-scrollbars'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
      `--user-data-dir=${join(room, 'browser')}`,
      `--window-size=${Math.ceil(width * 9.1) + 40},${lines * 20 + 60}`,
      `--screenshot=${join(out, `${name}.png`)}`,
      `file://${source}`,
    ],
    { stdio: 'ignore' },
  );
  if (!error) rmSync(source);
}

function buildWide(directory) {
  mkdirSync(join(directory, 'src'), { recursive: true });
  const dates = { GIT_AUTHOR_DATE: '2025-03-01T09:00:00Z', GIT_COMMITTER_DATE: '2025-03-01T09:00:00Z' };
  const git = (...args) =>
    execFileSync('git', args, {
      cwd: directory,
      env: { ...gitEnvironment(room), ...dates },
      encoding: 'utf8',
    }).trim();
  const commit = (subject, files) => {
    for (const [path, text] of Object.entries(files)) writeFileSync(join(directory, path), text);
    git('add', '-A');
    git('-c', 'user.name=佐藤 健', '-c', 'user.email=sato@example.org', 'commit', '-qm', subject);
    return git('rev-parse', 'HEAD');
  };
  const annotate = (id, regions) =>
    git(
      ...[
        '-c',
        'user.name=이지은',
        '-c',
        'user.email=lee@example.org',
        'notes',
        '--ref=ultragit',
        'add',
        '-m',
      ],
      JSON.stringify({
        $schema: 'ultragit/v1',
        commit: id,
        timestamp: '2025-03-01T10:00:00Z',
        summary: regions[0].intent,
        context_level: 'enhanced',
        regions,
        provenance: { operation: 'initial' },
      }),
      id,
    );
  git('init', '-q');
  const body = lines => lines.map(line => `        ${line}\n`).join('');
  const source = first =>
    `class 接続マネージャー:\n    def 再接続する(self):\n${body(first)}\n    def __init__(self):\n${body(['self.n = 0', 'self.k = 1'])}`;
  const unit = (name, start, end) => ({
    file: 'src/接続.py',
    ast_anchor: { unit_type: 'method', name, signature: '' },
    lines: { start, end },
  });
  const shared = {
    constraints: [
      {
        text: '再接続は三回まで。四回目の試行はブローカーに「攻撃」と見なされ、クライアントは十分間ブロックされる。',
        source: 'author',
      },
      {
        text: '✅ keep the back-off of https://example.org/wiki/reliability/reconnecting/exponential-backoff-and-jitter?section=3#limits 👨‍👩‍👧‍👦 🇯🇵 exactly as it is there',
        source: 'author',
      },
    ],
    reasoning:
      '接続が切れたとき、すぐに再試行すると全クライアントが同時に戻ってくる。指数的な待ち時間とゆらぎでこれを防ぐ。',
  };
  const first = commit('再接続の最初の実装 🚀', {
    'src/接続.py': source(['for i in range(3):', '    self.open()']),
  });
  annotate(first, [
    {
      ...unit('接続マネージャー::再接続する', 2, 4),
      intent: '接続が切れたら、待ち時間を倍にしながら三回まで再接続する。',
      ...shared,
      rejected_alternatives: [
        { approach: '무한 재시도', reason: '브로커가 클라이언트를 차단하고 배터리가 하루 만에 소모됩니다.' },
      ],
      risk_notes: 'ค่าหน่วงเวลานี้มาจากการวัดจริงในเครือข่ายของลูกค้าห้ามเปลี่ยนโดยไม่วัดใหม่ และ ⚠️ cafe\u0301',
    },
    {
      ...unit('接続マネージャー::__init__', 6, 8),
      intent: '`__init__` sets *no* network up; <b>open()</b> does.',
    },
  ]);
  const second = commit(
    '待ち時間にゆらぎを加え、全クライアントが同時に戻らないようにする（障害報告 2025-02 の対策）',
    {
      'src/接続.py': source(['for i in range(3):', '    sleep(2 ** i + random())', '    self.open()']),
      'src/画面.py': 'def 表示する():\n    return 接続マネージャー().再接続する()\n',
      'src/plain.py': 'def plain():\n    pass\n',
    },
  );
  annotate(second, [
    { ...unit('接続マネージャー::再接続する', 2, 5), intent: '待ち時間にゆらぎを加える。', ...shared },
    {
      file: 'src/画面.py',
      ast_anchor: { unit_type: 'function', name: '表示する', signature: '' },
      lines: { start: 1, end: 2 },
      intent: '接続の状態を画面に出す。',
      semantic_dependencies: [
        {
          file: 'src/接続.py',
          anchor: '接続マネージャー::再接続する',
          nature: '再接続は同期的に終わり、例外を投げないと仮定している。',
        },
      ],
    },
  ]);
  commit('ログを加える', {
    'src/接続.py': source([
      'for i in range(3):',
      '    log(i)',
      '    sleep(2 ** i + random())',
      '    self.open()',
    ]),
  });
}
