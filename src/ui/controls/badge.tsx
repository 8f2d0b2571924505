import type { ReactNode } from 'react'

/** `good` is green, `waiting` yellow, `plain` neither. */
export function Badge({
  tone,
  children,
}: {
  tone: 'good' | 'waiting' | 'plain'
  children: ReactNode
}) {
  return (
    <span className={`inline-block rounded-full px-2.5 py-0.5 text-sm font-medium ${tones[tone]}`}>
      {children}
    </span>
  )
}

/** A payment's status: 'completed' is green, every other yellow. */
export function StatusBadge({ status }: { status: string }) {
  return (
    <Badge tone={status === 'completed' ? 'good' : 'waiting'}>
      {status.charAt(0).toUpperCase() + status.slice(1)}
    </Badge>
  )
}

const tones = {
  good: 'bg-leaf-wash text-leaf',
  waiting: 'bg-amber-wash text-amber',
  plain: 'bg-wash text-ink-soft',
}
