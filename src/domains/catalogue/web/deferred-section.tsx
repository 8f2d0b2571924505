import { type ReactNode, Suspense, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'

interface LatePartProps {
  fallback: ReactNode
  /** Something lazy, which the server has rendered. */
  children: ReactNode
}

/**
 * A part of a page whose scripts come after the page's own. It is read before they are there, and a
 * tap on one of its buttons is done when they have come: the framework would drop it.
 */
export function DeferredSection({ fallback, children }: LatePartProps) {
  const part = useRef<HTMLDivElement>(null)
  const isReady = useRef(false)
  const tapped = useRef<Element>(null)

  useEffect(() => {
    const keepTap = (event: MouseEvent) => {
      const button = event.target instanceof Element && event.target.closest('button')
      if (isReady.current || !button || !part.current?.contains(button)) return
      event.stopPropagation()
      button.ariaBusy = 'true'
      tapped.current = button
    }
    // The window hears of it before the framework, which would end it at the document.
    addEventListener('click', keepTap, true)
    return () => removeEventListener('click', keepTap, true)
  }, [])

  const finish = () => {
    isReady.current = true
    const button = tapped.current
    if (!(button instanceof HTMLElement)) return
    tapped.current = null
    button.ariaBusy = null
    queueMicrotask(() => button.click())
  }
  return (
    <div ref={part}>
      <Suspense fallback={fallback}>
        {children}
        <Ready onReady={finish} />
      </Suspense>
    </div>
  )
}

/** Comes to life together with what stands beside it. */
function Ready({ onReady }: { onReady: () => void }) {
  const tell = useEffectEvent(onReady)
  // Before the tap itself goes on, which may be what brought this part to life.
  useLayoutEffect(() => tell(), [])
  return null
}
