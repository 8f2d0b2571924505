/** Holds work back while it is paused. */
export interface Pause {
  set(isPaused: boolean): void
  /** Resolves at once, or when the pause is over. */
  passed(): Promise<void>
}

export function createPause(): Pause {
  let open: (() => void) | undefined
  let gate = Promise.resolve()
  return {
    set: (isPaused) => {
      if (!isPaused) {
        open?.()
        open = undefined
      } else if (!open) {
        gate = new Promise((resolve) => {
          open = resolve
        })
      }
    },
    passed: () => gate,
  }
}
