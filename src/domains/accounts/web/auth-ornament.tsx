/** The brand's flower grown large: rings of one petal each. Decoration only. */
export function AuthOrnament({ className }: { className: string }) {
  return (
    <svg viewBox="-100 -100 200 200" aria-hidden="true" className={className}>
      {rings.map(({ count, petal, style }) =>
        Array.from({ length: count }, (_, at) => (
          <path
            key={`${petal}${at}`}
            d={petal}
            transform={`rotate(${(360 / count) * at})`}
            className={style}
          />
        )),
      )}
      <circle r="6" className="fill-rani" />
    </svg>
  )
}

const rings = [
  {
    count: 8,
    petal: 'M0-10C13-18 10-32 0-40C-10-32-13-18 0-10Z',
    style: 'fill-marigold',
  },
  {
    count: 16,
    petal: 'M0-42C9-48 8-58 0-66C-8-58-9-48 0-42Z',
    style: 'fill-none stroke-ink stroke-[0.8]',
  },
  {
    count: 16,
    petal: 'M0-47C3-50 3-54 0-58C-3-54-3-50 0-47Z',
    style: 'fill-leaf',
  },
  {
    count: 32,
    petal: 'M0-68C9-74 7-86 0-96C-7-86-9-74 0-68Z',
    style: 'fill-none stroke-marigold stroke-[0.8]',
  },
]
