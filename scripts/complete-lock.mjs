// Adds to package-lock.json the packages of other platforms that the registry at hand did not have.
//   npm run lock
// `npm ci` refuses a lock file that lacks one of them, and `npm install` leaves out those that it can't find: a mirror
// may carry the packages of one platform only.
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = 'package-lock.json';
const OS = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const CPU = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

const lock = JSON.parse(readFileSync(FILE, 'utf8'));
const added = {};
for (const [path, owner] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(owner.optionalDependencies ?? {})) {
    if (!isThere(path, name)) added[`node_modules/${name}`] = entry(owner, name, version);
  }
}
const names = new Set([...Object.keys(lock.packages), ...Object.keys(added)]);
lock.packages = Object.fromEntries(
  [...names].sort((a, b) => a.localeCompare(b, 'en')).map(name => [name, lock.packages[name] ?? added[name]]),
);
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
for (const name of Object.keys(added)) console.log(`added ${name}`);

function isThere(path, name) {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    if (lock.packages[`${at}${at && '/'}node_modules/${name}`]) return true;
    if (at === '') return false;
  }
}

/** npm fetches only what fits the machine, so that an entry has to say what it fits; names do, by custom. */
function entry(owner, name, version) {
  if (!/^\d/.test(version)) throw new Error(`${name}: ${version} is no exact version`);
  const words = name.split(/[/-]/);
  const [os, cpu] = [OS.filter(word => words.includes(word)), CPU.filter(word => words.includes(word))];
  if (os.length + cpu.length === 0) throw new Error(`${name}: for which platform is it?`);
  const libc = words.some(word => word.startsWith('musl')) ? ['musl'] : undefined;
  const glibc = words.some(word => word.startsWith('gnu')) ? ['glibc'] : undefined;
  return {
    version,
    cpu: cpu.length > 0 ? cpu : undefined,
    dev: owner.dev,
    libc: libc ?? glibc,
    optional: true,
    os: os.length > 0 ? os : undefined,
  };
}
