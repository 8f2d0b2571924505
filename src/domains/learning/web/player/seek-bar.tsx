import { type PointerEvent, useState } from 'react'
import { formatTime, sayTime } from '../../../../shared/format-time.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import type { Interval } from '../../played-intervals.ts'
import type { Film } from './film.ts'

interface SeekBarProps {
  positionInSeconds: number
  durationInSeconds: number
  buffered: readonly Interval[]
  played: readonly Interval[]
  film: Film | null
  onSeek: (positionInSeconds: number) => void
}

/** Where it stands, what has come and what was seen; a picture and the time under the pointer. */
export function SeekBar({ positionInSeconds, durationInSeconds, film, ...bar }: SeekBarProps) {
  const [pointed, setPointed] = useState<{ at: number; fraction: number } | null>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const [isHeld, setIsHeld] = useState(false)
  const shown = dragged ?? Math.min(positionInSeconds, durationInSeconds)
  const toPercent = (seconds: number) =>
    durationInSeconds > 0 ? `${Math.min(100, (seconds / durationInSeconds) * 100)}%` : '0%'

  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const fraction = Math.min(1, Math.max(0, (event.clientX - left) / width))
    setPointed({ at: fraction * durationInSeconds, fraction })
  }
  const release = () => {
    setIsHeld(false)
    setPointed(null)
    if (dragged !== null) bar.onSeek(dragged)
    setDragged(null)
  }

  return (
    <div
      className="group/seek relative flex h-11 min-w-0 flex-1 items-center"
      onPointerMove={point}
      onPointerLeave={() => !isHeld && setPointed(null)}
    >
      <div className="pointer-events-none relative h-1.5 w-full overflow-hidden rounded-full bg-on-scrim/25 outline-offset-4 outline-marigold group-has-[:focus-visible]/seek:outline-2">
        <Stretches of={bar.buffered} className="bg-on-scrim/30" toPercent={toPercent} />
        <Stretches of={bar.played} className="bg-on-scrim/45" toPercent={toPercent} />
        <span
          className="absolute inset-y-0 left-0 bg-marigold"
          style={{ width: toPercent(shown) }}
        />
        {film?.chapters
          .filter(({ at }) => at > 0)
          .map(({ at }) => (
            <span
              key={at}
              className="absolute inset-y-0 w-0.5 bg-scrim"
              style={{ left: toPercent(at) }}
            />
          ))}
      </div>
      <span
        className="pointer-events-none absolute size-4 -translate-x-1/2 rounded-full bg-marigold shadow"
        style={{ left: toPercent(shown) }}
      />
      <input
        type="range"
        aria-label={t('Position')}
        aria-valuetext={t('{position} of {duration}', {
          position: sayTime(shown),
          duration: sayTime(durationInSeconds),
        })}
        data-seek-bar=""
        min={0}
        max={durationInSeconds || 1}
        step="any"
        value={shown}
        onPointerDown={(event) => {
          setIsHeld(true)
          point(event)
        }}
        onPointerUp={release}
        onPointerCancel={release}
        onChange={(event) => {
          const at = Number(event.target.value)
          // A finger that is drawn along would ask for every second on its way.
          if (isHeld) setDragged(at)
          else bar.onSeek(at)
        }}
        className="absolute inset-0 m-0 size-full cursor-pointer touch-none opacity-0"
      />
      {pointed !== null && durationInSeconds > 0 && <Bubble film={film} {...pointed} />}
    </div>
  )
}

function Stretches({
  of,
  className,
  toPercent,
}: {
  of: readonly Interval[]
  className: string
  toPercent: (seconds: number) => string
}) {
  return of.map(([from, to]) => (
    <span
      key={from}
      className={`absolute inset-y-0 ${className}`}
      style={{ left: toPercent(from), width: toPercent(to - from) }}
    />
  ))
}

/** Stays inside the player at both ends; beside the picture, where the player is too low for words below it. */
function Bubble({ at, fraction, film }: { at: number; fraction: number; film: Film | null }) {
  const chapter = film?.chapters.findLast((one) => one.at <= at)
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute bottom-full flex w-max max-w-48 items-center gap-1 rounded-md bg-scrim/85 p-1 text-center text-sm text-on-scrim @max-md:-mb-2 @max-md:text-xs @md:flex-col @md:gap-0"
      style={{ left: `${fraction * 100}%`, transform: `translateX(-${fraction * 100}%)` }}
    >
      {film?.sprite && <SpritePicture sprite={film.sprite} at={at} />}
      <div className="min-w-0 max-w-full px-1">
        {chapter && <p className="truncate">{chapter.title}</p>}
        <p className="tabular-nums">{formatTime(at)}</p>
      </div>
    </div>
  )
}

function SpritePicture({ sprite, at }: { sprite: NonNullable<Film['sprite']>; at: number }) {
  const last = sprite.columns * sprite.rows - 1
  const index = Math.min(last, Math.floor(at / sprite.every_in_seconds))
  const column = index % sprite.columns
  const row = Math.floor(index / sprite.columns)
  return (
    <div
      data-sprite={index}
      className="shrink-0 rounded-sm @max-md:[zoom:0.5]"
      style={{
        width: sprite.width,
        height: sprite.height,
        backgroundImage: `url(${JSON.stringify(sprite.url)})`,
        backgroundPosition: `-${column * sprite.width}px -${row * sprite.height}px`,
      }}
    />
  )
}
