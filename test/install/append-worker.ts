/** One of many writers: adds its own lines to a file, one after the other, in the way of install. */

import { changeFile } from '../../src/install/config/write.ts';

const [path = '', ...lines] = process.argv.slice(2);
for (const line of lines) {
  await changeFile(path, old => `${old ?? ''}${line}\n`, {
    mode: 0o600,
    empty: '',
    check: () => {},
    removeDirectory: false,
  });
}
