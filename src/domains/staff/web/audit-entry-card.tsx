import type { ReactNode } from 'react'
import { formatDateTime } from '../../../shared/format-date.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { Badge } from '../../../ui/controls/badge.tsx'
import type { AuditEntry } from '../contract.ts'
import { nameRole } from '../role-names.ts'
import { compareValues } from './compare-values.ts'

interface AuditEntryCardProps {
  entry: AuditEntry
  /** Shows the acts of one person alone; undefined while that is so already. */
  onActor: ((actorId: string) => void) | undefined
}

/** One act: who, what, when, and what it changed. */
export function AuditEntryCard({ entry, onActor }: AuditEntryCardProps) {
  const { actor, subject, reason } = entry
  const changes = compareValues(entry.before, entry.after, entry.names)
  const isFew = changes.length > 0 && changes.length <= 2
  return (
    <li className="rounded-md border border-line bg-sheet px-4 py-3 text-sm">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="min-w-0 text-base font-medium wrap-anywhere">
          {entry.summary}
          {subject !== null && subject.name !== null && `: ${subject.name}`}
        </span>
        <Outcome entry={entry} />
      </p>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-3 text-ink-soft">
        <span className="tabular-nums">{formatDateTime(entry.at)}</span>
        <span>
          {onActor ? (
            <button
              type="button"
              className="text-link py-2.5 lg:py-0"
              onClick={() => onActor(actor.id)}
            >
              {actor.name}
              <span className="sr-only">{t(': show only their acts')}</span>
            </button>
          ) : (
            actor.name
          )}{' '}
          ({nameRole(actor.role)})
        </span>
        {entry.ip !== '' && <span>{t('from {ip}', { ip: entry.ip })}</span>}
      </p>
      {(subject?.name === null || reason !== null) && (
        <dl className="mt-2 grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
          {subject?.name === null && (
            <Fact name={capitalise(subject.kind)}>
              <span className="break-all">{subject.id}</span>
            </Fact>
          )}
          {reason !== null && <Fact name={t('Reason')}>{reason}</Fact>}
        </dl>
      )}
      {(changes.length > 0 || (subject !== null && subject.name !== null)) && (
        <details className="mt-2" open={isFew}>
          <summary className="cursor-pointer py-3 font-medium lg:py-1">{t('Details')}</summary>
          <dl className="mt-1 grid gap-3 sm:gap-1.5">
            {changes.map(({ name, before, after }) => (
              <div key={name} className="sm:grid sm:grid-cols-[10rem_1fr] sm:gap-x-4">
                <dt className="text-ink-soft wrap-anywhere">{capitalise(name)}</dt>
                <dd className="grid gap-x-4 sm:auto-cols-fr sm:grid-flow-col">
                  <Value label={t('Before')} text={before} />
                  <Value label={t('After')} text={after} />
                </dd>
              </div>
            ))}
            {subject !== null && subject.name !== null && (
              <div className="sm:grid sm:grid-cols-[10rem_1fr] sm:gap-x-4">
                <dt className="text-ink-soft">{capitalise(subject.kind)}</dt>
                <dd className="break-all">{subject.id}</dd>
              </div>
            )}
          </dl>
        </details>
      )}
    </li>
  )
}

function Outcome({ entry: { outcome, problem } }: Pick<AuditEntryCardProps, 'entry'>) {
  if (outcome === 'done') return <Badge tone="good">{t('Done')}</Badge>
  if (outcome === 'refused') return <Badge tone="waiting">{t('Refused')}</Badge>
  return (
    <Badge tone="waiting">
      {problem === null ? t('Failed') : t('Failed: {problem}', { problem })}
    </Badge>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

function Value({ label, text }: { label: string; text: string | null }) {
  if (text === null) return null
  return (
    <span className="min-w-0">
      <span className="text-ink-soft">{label}: </span>
      <span className="break-words whitespace-pre-wrap">{text}</span>
    </span>
  )
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
