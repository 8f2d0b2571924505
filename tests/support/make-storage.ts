/** A storage as browsers have it: what is kept stands in it under its own name, too. */
export function makeStorage(): Storage {
  const methods = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, text: string) => {
      kept[key] = text
    },
    removeItem: (key: string) => {
      delete kept[key]
    },
    clear: () => {
      for (const key of Object.keys(kept)) delete kept[key]
    },
    key: (at: number) => Object.keys(kept)[at] ?? null,
    get length() {
      return Object.keys(kept).length
    },
  }
  const kept: Record<string, string> = Object.create(methods)
  return kept as unknown as Storage // its methods are inherited, its texts its own
}
