/** A network that does not answer holds up nobody for longer: the browser keeps a copy. */
const atMostMs = 10_000
const underWay = new Set<Promise<void>>()

/** Of an editor that was left: whoever asks about what it edits waits for its last words. */
export function recordSave(save: Promise<void>): void {
  underWay.add(save)
  void save.finally(() => underWay.delete(save))
}

export async function savesSettled(): Promise<void> {
  if (underWay.size === 0) return
  const end = new Promise((resolve) => setTimeout(resolve, atMostMs))
  await Promise.race([Promise.allSettled(underWay), end])
}
