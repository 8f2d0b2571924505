import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { t } from '../../shared/i18n/translate.ts'
import { useHeldFocus } from '../layout/hold-focus.ts'
import { LoadFailure } from '../load-failure.tsx'
import { type Column, DataTable } from './data-table.tsx'
import { ShowMore } from './show-more.tsx'
import { Skeleton } from './skeleton.tsx'

interface PagedTableProps<Page, Row> {
  /** What is listed, in lower case, e.g. "settlements". */
  noun: string
  found: UseInfiniteQueryResult<InfiniteData<Page>>
  rowsOf: (page: Page) => Row[]
  keyOf: (row: Row) => string
  columns: readonly Column<Row>[]
  narrow?: 'cards' | 'lines'
  /** Said where there is nothing. */
  empty: { title: string; text: string }
}

/** A list that grows by a page when asked to, with its empty state and its failure. */
export function PagedTable<Page, Row>(props: PagedTableProps<Page, Row>) {
  const { noun, found, rowsOf, keyOf, columns, narrow = 'cards', empty } = props
  const rows = found.data?.pages.flatMap(rowsOf) ?? []
  const held = useHeldFocus(found.data)
  return (
    <div {...held} className="mt-5">
      {found.isError && (
        <LoadFailure sentence={t('The {noun} cannot be shown right now.', { noun })} of={found} />
      )}
      {found.isPending && <Skeleton label={t('Loading the {noun}', { noun })} className="h-40" />}
      <output>
        {found.isSuccess && rows.length === 0 && (
          <span className="block rounded-md border border-line bg-sheet px-6 py-12 text-center">
            <span className="block font-display text-xl">{empty.title}</span>
            <span className="mt-1 block text-ink-soft">{empty.text}</span>
          </span>
        )}
      </output>
      {rows.length > 0 && (
        <DataTable
          caption={noun.charAt(0).toUpperCase() + noun.slice(1)}
          columns={columns}
          rows={rows}
          keyOf={keyOf}
          narrow={narrow}
        />
      )}
      <ShowMore found={found} />
    </div>
  )
}
