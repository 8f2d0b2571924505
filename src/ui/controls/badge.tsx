import type { ReactNode } from 'react'
import { msg, t } from '../../shared/i18n/translate.ts'

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
      {t(statusLabels[status] ?? status)}
    </Badge>
  )
}

const statusLabels: Record<string, string> = {
  pending: msg('Pending'),
  completed: msg('Completed'),
  failed: msg('Failed'),
  refunded: msg('Refunded'),
}

const tones = {
  good: 'bg-leaf-wash text-leaf',
  waiting: 'bg-amber-wash text-amber',
  plain: 'bg-wash text-ink-soft',
}
