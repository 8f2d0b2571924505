/** A garland over the door, as on days worth celebrating. Decoration only. */
export function Toran() {
  return (
    <svg
      aria-hidden="true"
      className="block h-14 w-full"
      // The pattern begins in the middle, so that both ends look alike.
      preserveAspectRatio="xMidYMin slice"
      viewBox="-1200 0 2400 56"
    >
      {places.map((x) => (
        <g key={x} transform={`translate(${x})`}>
          <path d="M-40 4Q0 44 40 4" className="fill-none stroke-leaf stroke-2" />
          {blossoms.map(([across, down], at) => (
            <circle
              key={across}
              cx={across}
              cy={down}
              r="5"
              className={at % 2 === 0 ? 'fill-marigold' : 'fill-marigold-deep'}
            />
          ))}
          <path d="M40 8C48 18 46 32 40 42C34 32 32 18 40 8Z" className="fill-leaf" />
          <circle cx="40" cy="7" r="5" className="fill-rani" />
        </g>
      ))}
    </svg>
  )
}

const places = Array.from({ length: 30 }, (_, at) => (at - 14.5) * 80)
const blossoms = [
  [-30, 11.5],
  [-20, 18.5],
  [-10, 22.5],
  [0, 24],
  [10, 22.5],
  [20, 18.5],
  [30, 11.5],
] as const
