/** What a database's key is ordered by here: texts and numbers, one after another. */
type Key = string | readonly (string | number)[]
type Stores = Record<string, Map<string, unknown>>

interface Range {
  lower: Key
}

/**
 * As much of a browser's IndexedDB as `kept-store.ts` asks for. Transactions come one after another, as
 * they do where one writes what another reads; `takeTurn` is awaited before whatever the browser does next.
 */
export function openBrowserDatabase(takeTurn: () => Promise<void>) {
  const stores: Stores = {}
  let last: Promise<void> = Promise.resolve()

  const ask = <Value>(find: () => Value) => {
    const request = Object.assign(new EventTarget(), {
      result: undefined as Value | undefined,
      answer: () => {
        request.result = find()
        request.dispatchEvent(new Event('success'))
      },
    })
    return request
  }
  const transact = () => {
    const steps: (() => void)[] = []
    let isAborted = false
    const transaction = Object.assign(new EventTarget(), {
      error: null,
      abort: () => {
        isAborted = true
      },
      objectStore: (name: string) => {
        const rows = (stores[name] ??= new Map<string, unknown>())
        const later = <Value>(find: () => Value) => {
          const request = ask(find)
          steps.push(request.answer)
          return request
        }
        const listKeys = (range: Range) => [...rows.keys()].filter((key) => isIn(range, key))
        return {
          transaction,
          get: (key: Key) => later(() => structuredClone(rows.get(JSON.stringify(key)))),
          getAll: () => later(() => structuredClone([...rows.values()])),
          getAllKeys: (range: Range) => later(() => listKeys(range).map((key) => JSON.parse(key))),
          clear: () => later(() => rows.clear()),
          put: (value: { id?: string }, key: Key = value.id ?? '') => {
            const written = structuredClone(value)
            return later(() => void rows.set(JSON.stringify(key), written))
          },
          delete: (key: Key | Range) =>
            later(() => {
              if (typeof key === 'object' && 'lower' in key) {
                for (const one of listKeys(key)) rows.delete(one)
              } else rows.delete(JSON.stringify(key))
            }),
        }
      },
    })
    const run = async () => {
      const before = Object.entries(stores).map(([name, rows]) => [name, new Map(rows)] as const)
      for (let step = steps.shift(); step && !isAborted; step = steps.shift()) {
        await takeTurn()
        step()
      }
      if (isAborted) for (const [name, rows] of before) refill(stores[name], rows)
      await takeTurn()
      transaction.dispatchEvent(new Event(isAborted ? 'abort' : 'complete'))
    }
    last = last.then(run)
    return transaction
  }
  const connect = () =>
    Object.assign(new EventTarget(), { close: () => undefined, transaction: transact })
  return {
    stores,
    indexedDB: {
      open: () => {
        const request = ask(connect)
        void takeTurn().then(request.answer)
        return request
      },
    },
    // The only ranges that are asked for: all that begins with the lower key.
    IDBKeyRange: { bound: (lower: Key): Range => ({ lower }) },
  }
}

function refill(rows: Map<string, unknown> | undefined, before: Map<string, unknown>): void {
  rows?.clear()
  for (const [key, value] of before) rows?.set(key, value)
}

function isIn({ lower }: Range, key: string): boolean {
  return key.startsWith(JSON.stringify(lower).replace(/\]$/, ','))
}
