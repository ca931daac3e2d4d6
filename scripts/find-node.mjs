import { join } from 'node:path';
import { installPackage } from './install-package.mjs';

/** The node that runs this, where it is of that version, or that of npm. */
export function findNode(version, store) {
  if (`${process.version}.`.startsWith(`v${version}.`)) return process.execPath;
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  // The package for Apple silicon has a name of its own.
  const prefix = platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
  const directory = installPackage(`${prefix}-${platform}-${process.arch}`, version, join(store, version));
  return join(directory, 'bin', platform === 'win' ? 'node.exe' : 'node');
}
