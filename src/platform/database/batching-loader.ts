export interface BatchingOptions {
  /** So many batches are under way before keys wait for each other. */
  concurrency: number
  maxBatchSize: number
  /** A key waits no longer than this for a batch before it. */
  timeoutInMs: number
  /** True for a failure that may be one key's fault: they are loaded again, each alone. */
  isFaultOfOneKey: (error: unknown) => boolean
}

interface Waiting<Key, Value> {
  key: Key
  resolve: (value: Value) => void
  reject: (error: unknown) => void
}

/**
 * Loads alone what comes alone, and together what comes while others are being loaded: where many
 * ask at once, one statement answers them all. A key is loaded after it came, never before, so that
 * its value is as fresh as if it had been loaded by itself; nothing is kept.
 *
 * `loadBatch` resolves to one value for each key, in their order.
 */
export function batchingLoader<Key, Value>(
  loadBatch: (keys: Key[]) => Promise<Value[]>,
  { concurrency, maxBatchSize, timeoutInMs, isFaultOfOneKey }: BatchingOptions,
): (key: Key) => Promise<Value> {
  let waiting: Waiting<Key, Value>[] = []
  let underWay = 0
  let timeout: NodeJS.Timeout | undefined

  const load = async (batch: Waiting<Key, Value>[]): Promise<void> => {
    try {
      const values = await loadBatch(batch.map(({ key }) => key))
      // As many values as keys, by the contract of `loadBatch`.
      batch.forEach(({ resolve }, at) => resolve(values[at] as Value))
    } catch (error) {
      if (batch.length > 1 && isFaultOfOneKey(error)) {
        await Promise.all(batch.map((one) => load([one])))
      } else {
        for (const { reject } of batch) reject(error)
      }
    }
  }

  const start = async (): Promise<void> => {
    clearTimeout(timeout)
    timeout = undefined
    const batch = waiting.slice(0, maxBatchSize)
    waiting = waiting.slice(maxBatchSize)
    underWay += 1
    await load(batch)
    underWay -= 1
    startWhatMay()
  }

  const startWhatMay = (): void => {
    while (waiting.length > 0 && underWay < concurrency) void start()
    if (waiting.length > 0) timeout ??= setTimeout(startInSpite, timeoutInMs)
  }

  const startInSpite = (): void => {
    void start()
    startWhatMay() // those whom it could not take along wait for the next time
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      startWhatMay()
    })
}
