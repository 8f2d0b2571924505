import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react'

const idleAfterInMs = 3_000

/** Whether the bar may fade: a film plays, and nobody has moved, tapped or typed for a while. */
export function useIdle(isPlaying: boolean) {
  /** Each sign of life is a new stretch of waiting; null: it is over. */
  const [woken, setWoken] = useState<{ at: number } | null>({ at: 0 })
  /** A tap that wakes the bar presses nothing of what it could not see. */
  const isWakingTap = useRef(false)
  const isIdle = isPlaying && woken === null

  useEffect(() => {
    if (!isPlaying || woken === null) return undefined
    const timer = setTimeout(() => setWoken(null), idleAfterInMs)
    return () => clearTimeout(timer)
  }, [isPlaying, woken])

  const wake = () => setWoken({ at: Date.now() })
  return {
    isIdle,
    wake,
    toggle: () => (woken === null ? wake() : setWoken(null)),
    pointer: {
      onPointerMove: ({ pointerType }: PointerEvent) => {
        if (pointerType === 'mouse') wake()
      },
      onPointerDownCapture: (event: PointerEvent) => {
        isWakingTap.current = isIdle && event.pointerType !== 'mouse' && isInBar(event.target)
      },
      onClickCapture: (event: MouseEvent) => {
        if (isWakingTap.current) {
          event.stopPropagation()
          event.preventDefault()
        }
        if (isWakingTap.current || isInBar(event.target)) wake()
        isWakingTap.current = false
      },
    },
  }
}

function isInBar(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[data-surface]') === null
}
