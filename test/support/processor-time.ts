/** The processor time of this process so far, in milliseconds: other load on the machine does not lengthen it. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
