/** Holds the place of what is still loading. Give the size by `className`; one label per group. */
export function Skeleton({ label, className }: { label?: string; className: string }) {
  return (
    <div
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'status' })}
      className={`animate-pulse rounded-md bg-wash ${className}`}
    >
      {label !== undefined && <span className="sr-only">{label}</span>}
    </div>
  )
}
