import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { t } from '../../../../shared/i18n/translate.ts'
import { Spinner } from '../../../../ui/controls/spinner.tsx'
import { Watermark } from './watermark.tsx'

const doubleTapInMs = 300
const skipInSeconds = 10

interface FilmSurfaceProps {
  isWaiting: boolean
  onTogglePlay: () => void
  onToggleBar: () => void
  onToggleFullscreen: () => void
  onSkip: (bySeconds: number) => void
}

/**
 * What lies over the picture: a click plays and pauses, a tap shows the bar, a double tap on the
 * left or right skips. The bar has a button for each, so that it has no name of its own.
 */
export function FilmSurface({ isWaiting, ...on }: FilmSurfaceProps) {
  const lastTap = useRef({ at: 0, side: 0 })
  const [skipped, setSkipped] = useState({ by: 0, count: 0 })
  useEffect(() => {
    if (skipped.by === 0) return undefined
    const timer = setTimeout(() => setSkipped({ by: 0, count: 0 }), 700)
    return () => clearTimeout(timer)
  }, [skipped])

  const tap = (event: PointerEvent<HTMLDivElement>) => {
    if (event.pointerType === 'mouse') return
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const side = sideOf((event.clientX - left) / width)
    const isSecond =
      event.timeStamp - lastTap.current.at < doubleTapInMs && lastTap.current.side === side
    lastTap.current = { at: event.timeStamp, side }
    if (!isSecond || side === 0) {
      on.onToggleBar()
      return
    }
    on.onSkip(side * skipInSeconds)
    setSkipped(({ count }) => ({ by: side * skipInSeconds, count: count + 1 }))
  }

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the keys and the bar do the same */}
      <div
        data-surface=""
        className="absolute inset-0 touch-manipulation"
        onPointerUp={tap}
        onClick={(event) => {
          if (isByMouse(event.nativeEvent)) on.onTogglePlay()
        }}
        onDoubleClick={(event) => {
          if (isByMouse(event.nativeEvent)) on.onToggleFullscreen()
        }}
      />
      <Watermark />
      {isWaiting && (
        <div className="pointer-events-none absolute inset-0 grid place-items-center text-on-scrim">
          <output className="rounded-full bg-scrim/60 p-3">
            <Spinner className="size-6" />
            <span className="sr-only">{t('Loading the video')}</span>
          </output>
        </div>
      )}
      {skipped.by !== 0 && (
        <div
          className={`pointer-events-none absolute inset-y-0 grid w-1/3 place-items-center text-on-scrim ${skipped.by < 0 ? 'left-0' : 'right-0'}`}
        >
          <output className="rounded-full bg-scrim/60 px-4 py-2 tabular-nums">
            {skipped.by < 0 ? '−' : '+'}
            {t('{seconds, number} s', { seconds: Math.abs(skipped.by) })}
          </output>
        </div>
      )}
    </>
  )
}

function sideOf(fraction: number): -1 | 0 | 1 {
  if (fraction < 0.35) return -1
  return fraction > 0.65 ? 1 : 0
}

/** Clicks are pointer events by now; a browser that has not learnt it has taps only by a finger. */
function isByMouse(event: globalThis.MouseEvent): boolean {
  return !(event instanceof globalThis.PointerEvent) || event.pointerType === 'mouse'
}
