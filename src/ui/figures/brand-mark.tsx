/**
 * The brand's flower. The same geometry as `public/favicon.svg`. A logo stands in for it by styles that
 * find it by its `viewBox`: no page without one carries a byte for that (`src/domains/look/write-look-css.ts`).
 */
export function BrandMark({ className }: { className: string }) {
  return (
    <svg viewBox="-16 -16 32 32" aria-hidden="true" className={className}>
      {angles.map((angle) => (
        <path
          key={angle}
          d="M0-4C5-7 4-12 0-15C-4-12-5-7 0-4Z"
          transform={`rotate(${angle})`}
          className={angle % 90 === 0 ? 'fill-marigold' : 'fill-none stroke-ink stroke-[1.2]'}
        />
      ))}
      <circle r="2.4" className="fill-rani" />
    </svg>
  )
}

const angles = [0, 45, 90, 135, 180, 225, 270, 315]
