import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react'

const idleAfterInMs = 3_000

/** Whether the bar may fade: a film plays, and nobody has moved, tapped or typed for a while. */
export function useIdle(isPlaying: boolean) {
  const [isQuiet, setIsQuiet] = useState(false)
  const [wokenAt, setWokenAt] = useState(0)
  /** A tap that wakes the bar presses nothing of what it could not see. */
  const isWakingTap = useRef(false)
  const isIdle = isPlaying && isQuiet

  useEffect(() => {
    if (!isPlaying) return undefined
    const timer = setTimeout(() => setIsQuiet(true), idleAfterInMs)
    return () => clearTimeout(timer)
  }, [isPlaying, wokenAt])

  const wake = () => {
    setIsQuiet(false)
    setWokenAt(Date.now())
  }
  return {
    isIdle,
    wake,
    toggle: () => (isQuiet ? wake() : setIsQuiet(true)),
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
