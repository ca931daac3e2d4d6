/** Where git looks for a NUL byte to call a file binary. */
const PREFIX = 8000;

export function isBinary(data: Uint8Array): boolean {
  return data.subarray(0, PREFIX).includes(0);
}
