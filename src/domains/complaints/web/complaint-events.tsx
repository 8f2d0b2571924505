import type { ReactNode } from 'react'
import { formatDateTime } from '../../../shared/format-date.ts'
import { t } from '../../../shared/i18n/translate.ts'
import type { ComplaintEventKind } from '../complaint.ts'
import { eventLabels } from '../complaint-labels.ts'

interface ComplaintEventsProps<Event> {
  events: readonly Event[]
  /** Who it was. */
  nameOf: (event: Event) => ReactNode
}

interface ShownEvent {
  kind: ComplaintEventKind
  is_of_academy: boolean
  words: string
  happened_at: string
}

/** What was said about a complaint, and what happened to it, in order. */
export function ComplaintEvents<Event extends ShownEvent>({
  events,
  nameOf,
}: ComplaintEventsProps<Event>) {
  return (
    <ol className="grid gap-5">
      {events.map((event) => (
        <li
          key={event.happened_at}
          className={`border-s-4 ps-4 ${event.is_of_academy ? 'border-marigold' : 'border-edge'}`}
        >
          <p className="text-sm text-ink-soft">
            <span className="font-medium text-ink">{t(eventLabels[event.kind])}</span>
            {', '}
            {nameOf(event)}, {formatDateTime(event.happened_at)}
          </p>
          <p dir="auto" className="mt-1 whitespace-pre-line wrap-anywhere">
            {event.words}
          </p>
        </li>
      ))}
    </ol>
  )
}
