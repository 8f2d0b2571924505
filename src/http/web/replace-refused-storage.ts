/**
 * Where the browser refuses to store, or has no storage, what is kept lives as long as the page: all
 * that asks who is there counts on one. What asks whether something outlives the page asks whether the
 * storage is a `Storage`.
 *
 * Runs in the page, where it arrives as text: it may use nothing from outside itself.
 */
export function replaceRefusedStorage(): void {
  type Kept = Record<string, string>
  const methods = {
    getItem(this: Kept, key: string) {
      return this[key] ?? null
    },
    setItem(this: Kept, key: string, value: string) {
      this[key] = value
    },
    removeItem(this: Kept, key: string) {
      delete this[key]
    },
  }
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    try {
      if (window[name].length >= 0) continue
    } catch {}
    // Its own names are what is kept, as of the browser's.
    const value: unknown = Object.create(methods)
    Object.defineProperty(window, name, { value, configurable: true })
  }
}
