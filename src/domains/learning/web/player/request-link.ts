/** Longer waits would outlast the patience of somebody whose network is back. */
const longestWaitInMs = 15_000

interface LinkQuestion<Link> {
  /** Null: there is none to be had. Rejects while nobody can be asked. */
  renewUrl: () => Promise<Link | null>
  signal: AbortSignal
  /** Told once, when the first question finds nobody. */
  onUnreachable: () => void
  /** Tells of 'online'. */
  network?: EventTarget
}

/** Asks for a fresh link to a file until somebody answers. Null also once `signal` is given. */
export async function requestLink<Link>(question: LinkQuestion<Link>): Promise<Link | null> {
  const { renewUrl, signal, onUnreachable, network = window } = question
  for (let tries = 1; !signal.aborted; tries += 1) {
    try {
      return await renewUrl()
    } catch {
      if (signal.aborted) return null
      if (tries === 1) onUnreachable()
      await waitForTurn(tries, signal, network)
    }
  }
  return null
}

/** A second, two, four …; shorter when the network comes back, or when nobody waits any more. */
export function waitForTurn(
  tries: number,
  signal: AbortSignal,
  network: EventTarget = window,
): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      network.removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, Math.min(1_000 * 2 ** (tries - 1), longestWaitInMs))
    network.addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
}
