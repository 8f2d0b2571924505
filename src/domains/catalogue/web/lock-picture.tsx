export function LockPicture({ className = 'mt-1 size-4.5' }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={`shrink-0 ${className}`}>
      <path
        d="M7 10.5V7.5a5 5 0 0 1 10 0v3M5.5 10.5h13a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1v-8a1 1 0 0 1 1-1Z"
        className="fill-none stroke-current stroke-[1.75] [stroke-linejoin:round] [stroke-linecap:round]"
      />
    </svg>
  )
}
