/** One of many writers: adds its own line to a file through the same door as install. */

import { changeFile } from '../../src/install/write.ts';

const [path = '', name = ''] = process.argv.slice(2);
await changeFile(path, old => `${old ?? ''}${name}\n`, {
  mode: 0o600,
  empty: '',
  check: () => {},
  removeDirectory: false,
});
