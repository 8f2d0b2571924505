/** A turning ring. Give it a label where no words beside it say what is being waited for. */
export function Spinner({ label, className = 'size-5' }: { label?: string; className?: string }) {
  return (
    <span {...(label === undefined ? { 'aria-hidden': true } : { role: 'status' })}>
      <svg viewBox="0 0 24 24" aria-hidden="true" className={`animate-spin ${className}`}>
        <circle cx="12" cy="12" r="9" className="fill-none stroke-current stroke-3 opacity-25" />
        <path
          d="M12 3a9 9 0 0 1 9 9"
          className="fill-none stroke-current stroke-3 [stroke-linecap:round]"
        />
      </svg>
      {label !== undefined && <span className="sr-only">{label}</span>}
    </span>
  )
}
