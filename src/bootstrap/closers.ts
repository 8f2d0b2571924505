/** Remembers what was opened, to close it in reverse order, each once, whatever makes us stop. */
export interface Closers {
  /** Aborted as soon as we are to stop, before anything is closed: nothing more is begun then. */
  readonly stopping: AbortSignal
  /** While we stop, what is opened late is closed at once, and whoever opens it goes no further: it throws. */
  push(close: () => unknown): void
  /** For what takes a while to open, and may have to be closed before it is open. */
  open<Opened>(opening: Promise<Opened>, close: (opened: Opened) => unknown): Promise<Opened>
  /** Goes on after a failure, and tells it. */
  closeAll(onError: (error: Error) => void): Promise<void>
}

/** What stops when `within` does, and may be closed before it. */
export function createClosers(within?: AbortSignal): Closers {
  const closers: (() => unknown)[] = []
  const stop = new AbortController()
  const stopping = within ? AbortSignal.any([within, stop.signal]) : stop.signal
  const push = (close: () => unknown): void => {
    closers.push(close)
    stopping.throwIfAborted()
  }
  return {
    stopping,
    push,
    open: async (opening, close) => {
      const closeOpened = opening.then(
        (opened) => () => close(opened),
        () => () => undefined, // whoever opens it hears of that
      )
      push(async () => (await closeOpened)())
      return opening
    },
    closeAll: async (onError) => {
      stop.abort()
      // Also what is opened meanwhile.
      for (let close = closers.pop(); close; close = closers.pop()) {
        try {
          await close()
        } catch (error) {
          onError(error instanceof Error ? error : new Error(String(error)))
        }
      }
    },
  }
}
