/** A flower that is open once the payment is done, and a bud while it is not. Decoration only. */
export function PaymentMark({ isDone }: { isDone: boolean }) {
  return (
    <svg viewBox="-50 -50 100 100" aria-hidden="true" className="mx-auto size-24">
      {angles.map((angle) => (
        <path
          key={angle}
          d="M0-18C15-24 13-39 0-48C-13-39-15-24 0-18Z"
          transform={`rotate(${angle})`}
          className={isDone ? 'fill-marigold' : 'fill-none stroke-marigold stroke-[1.5]'}
        />
      ))}
      <circle r="20" className={isDone ? 'fill-leaf' : 'fill-amber'} />
      <path
        d={isDone ? 'M-9 1 -3 8 10-7' : 'M0-10V1L7 6'}
        className="fill-none stroke-paper stroke-4 [stroke-linecap:round] [stroke-linejoin:round]"
      />
    </svg>
  )
}

const angles = [0, 45, 90, 135, 180, 225, 270, 315]
