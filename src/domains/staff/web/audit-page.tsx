import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { ApiError } from '../../../http/api-client.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { AuditEntryCard } from './audit-entry-card.tsx'
import { AuditFilterForm } from './audit-filter-form.tsx'
import { type AuditFilter, auditQuery } from './queries.ts'

/** Acts of staff, newest first; what is searched for stands in the address. */
export default function AuditPage() {
  const [params, setParams] = useSearchParams()
  const form = useRef<HTMLFormElement>(null)
  const filter = readFilter(params)
  const show = (changed: Partial<AuditFilter>) => {
    // The address is ahead of what is drawn.
    const newest = readFilter(new URLSearchParams(window.location.search))
    const all = Object.entries({ ...newest, ...changed }).filter(([, value]) => value !== '')
    setParams(Object.fromEntries(all), { replace: true })
  }
  const {
    data,
    error,
    isError,
    isFetching,
    isFetchingNextPage,
    hasNextPage,
    fetchNextPage,
    refetch,
  } = useInfiniteQuery(auditQuery(filter))
  const entries = data?.pages.flatMap((page) => page.entries) ?? []
  const isFiltered = Object.values(filter).some((value) => value !== '')
  return (
    <>
      <p className="max-w-text text-ink-soft">
        {t(
          'What your staff did, with before and after. Nobody can change or delete these entries.',
        )}
      </p>
      <AuditFilterForm ref={form} filter={filter} onShow={show} />
      {isError && (
        <LoadFailure
          className="mt-5"
          sentence={
            error instanceof ApiError && error.errors.length > 0
              ? error.message
              : t('The audit log cannot be shown right now.')
          }
          of={{ isFetching, refetch }}
        />
      )}
      {data === undefined && !isError && (
        <Skeleton label={t('Loading the audit log')} className="mt-5 h-96" />
      )}
      {data !== undefined && entries.length === 0 && (
        <div className="mt-5 rounded-md border border-line bg-sheet px-6 py-14 text-center">
          <p className="font-display text-xl">
            {isFiltered ? t('No entry matches') : t('Nothing was done yet')}
          </p>
          {isFiltered && (
            <Button
              variant="secondary"
              className="mt-4"
              onClick={() => {
                // From here on its fields follow the address, which says nothing.
                form.current?.reset()
                setParams({})
              }}
            >
              {t('Show all entries')}
            </Button>
          )}
        </div>
      )}
      {entries.length > 0 && (
        <ol className="mt-5 grid gap-3">
          {entries.map((entry) => (
            <AuditEntryCard
              key={entry.id}
              entry={entry}
              onActor={filter.actor === '' ? (actor) => show({ actor }) : undefined}
            />
          ))}
        </ol>
      )}
      {hasNextPage && (
        <Button
          variant="secondary"
          className="mt-5"
          isBusy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('Show older entries')}
        </Button>
      )}
    </>
  )
}

function readFilter(params: URLSearchParams): AuditFilter {
  const read = (name: keyof AuditFilter): string => params.get(name) ?? ''
  return { search: read('search'), actor: read('actor'), from: read('from'), to: read('to') }
}
