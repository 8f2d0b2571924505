/** What a thread does while this runs, in milliseconds: other than the time it takes, the same on a busy machine. */
export function measureWork(work: () => void): number {
  const since = process.threadCpuUsage()
  work()
  return worked(since)
}

export async function measureAsyncWork(work: () => Promise<unknown>): Promise<number> {
  const since = process.threadCpuUsage()
  await work()
  return worked(since)
}

function worked(since: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(since)
  return (user + system) / 1000
}
