import { createContext, useContext, useEffect, useState } from 'react'

/** Whose name moves over the film; null: nobody's. */
export const MarkedFor = createContext<string | null>(null)

const movesEveryInMs = 12_000
/** Of the width and height that are free, in percent: never the same corner for long, nor the middle. */
const places: readonly (readonly [x: number, y: number])[] = [
  [8, 12],
  [88, 30],
  [30, 84],
  [92, 78],
  [12, 56],
  [62, 10],
]

/**
 * The learner's name over an own film, faint and always on its way. It is told to nobody who listens:
 * they know who they are, and it says nothing about the film.
 */
export function Watermark() {
  const name = useContext(MarkedFor)
  const [at, setAt] = useState(0)
  useEffect(() => {
    if (name === null) return
    const timer = setInterval(() => setAt((now) => (now + 1) % places.length), movesEveryInMs)
    return () => clearInterval(timer)
  }, [name])
  if (name === null) return null
  const [x, y] = places[at] ?? [50, 10]
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0 overflow-hidden">
      <span
        data-mark=""
        className="absolute max-w-3/4 truncate text-sm font-medium text-on-scrim opacity-40 transition-[left,top,translate] duration-[12s] ease-linear select-none text-shadow-lg motion-reduce:transition-none sm:text-base"
        style={{ left: `${x}%`, top: `${y}%`, translate: `-${x}% -${y}%` }}
      >
        {name}
      </span>
    </div>
  )
}
