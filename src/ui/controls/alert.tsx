import type { ReactNode } from 'react'
import type { Notice } from '../notice.ts'

interface AlertProps {
  /** `danger` interrupts a screen reader; the others wait their turn. */
  tone: 'danger' | 'warning' | 'success' | 'note'
  /** The message itself: all that a screen reader is interrupted with. Null, undefined, false: no box. */
  children: ReactNode
  /** More about it, in smaller letters. */
  detail?: ReactNode
  /** A button that helps, such as "Try again". */
  action?: ReactNode
  /** Interrupts whatever its tone: it answers what the person has just done. */
  isUrgent?: boolean
  /** Its place among what is around it, such as `mt-4`. */
  className?: string | undefined
}

/** A message in its box: what happened and what to do. */
export function Alert(props: AlertProps) {
  const { tone, children, detail, action, className = '', isUrgent = tone === 'danger' } = props
  if (children === null || children === undefined || children === false) return null
  return (
    <div
      className={`flex flex-wrap items-center justify-between gap-3 rounded-md border-s-4 px-4 py-3 ${tones[tone]} ${className}`}
    >
      <div className="min-w-0">
        <div role={isUrgent ? 'alert' : 'status'}>{children}</div>
        {detail && <p className="mt-0.5 text-sm text-ink-soft">{detail}</p>}
      </div>
      {action}
    </div>
  )
}

interface NoticeAlertProps {
  /** Null: nothing is shown. */
  notice: Notice | null
  className: string
}

/** How what the person has just done went. */
export function NoticeAlert({ notice, className }: NoticeAlertProps) {
  if (notice === null) return null
  return (
    <Alert tone={notice.tone} isUrgent className={className}>
      {notice.text}
    </Alert>
  )
}

const tones = {
  danger: 'border-danger bg-danger-wash text-ink',
  warning: 'border-amber bg-amber-wash text-ink',
  success: 'border-leaf bg-leaf-wash text-ink',
  note: 'border-edge bg-wash text-ink',
}
