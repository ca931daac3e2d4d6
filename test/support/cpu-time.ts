/** Milliseconds of processor time that this process has used: unlike a clock, it does not count what others use. */
export function cpuTime(): number {
  return process.cpuUsage().user / 1000;
}
