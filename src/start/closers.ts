/** Remembers what was opened, to close it in reverse order, each once, whatever makes us stop. */
export interface Closers {
  /** While closing, what is opened late is closed at once. */
  push(close: () => unknown): void
  /** Goes on after a failure, and tells it. */
  closeAll(onError: (error: Error) => void): Promise<void>
}

export function createClosers(): Closers {
  const closers: (() => unknown)[] = []
  let closeLate: ((close: () => unknown) => void) | undefined
  return {
    push: (close) => {
      if (closeLate) closeLate(close)
      else closers.push(close)
    },
    closeAll: async (onError) => {
      closeLate = (close) => void Promise.resolve(close()).catch(onError)
      for (const close of closers.splice(0).toReversed()) {
        await Promise.resolve(close()).catch(onError)
      }
    },
  }
}
