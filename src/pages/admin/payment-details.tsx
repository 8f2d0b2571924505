import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useMutation } from '../../http/web/use-mutation.ts'
import { msg, t } from '../../shared/i18n/translate.ts'
import { call } from '../../ui/call.ts'
import { ActionButton } from '../../ui/controls/action-button.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { Skeleton } from '../../ui/controls/skeleton.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import type { Notice } from '../../ui/notice.ts'
import { FixPreviewDialog } from './fix-preview-dialog.tsx'
import { Pagination } from './pagination.tsx'
import { PaymentAlarms } from './payment-alarms.tsx'
import { PaymentDialog } from './payment-dialog.tsx'
import { PaymentSearch } from './payment-search.tsx'
import { PaymentsTable } from './payments-table.tsx'
import {
  type PaymentsView,
  paymentsPerPage,
  queryOf,
  readPaymentsView,
  sortBy,
  writePaymentsView,
} from './payments-view.ts'
import { paymentsKey, paymentsPageQuery } from './queries.ts'
import { StatusMessage } from './status-message.tsx'

const statusOptions = [
  { value: '', label: msg('All') },
  { value: 'pending', label: msg('Pending') },
  { value: 'completed', label: msg('Completed') },
  { value: 'failed', label: msg('Failed') },
  { value: 'refunded', label: msg('Refunded') },
]

export function PaymentDetails() {
  const [search, setSearch] = useSearchParams()
  const view = readPaymentsView(search)
  const show = (change: (newest: PaymentsView) => PaymentsView) => {
    // The address is ahead of what is drawn, and of what a timer was given.
    const newest = readPaymentsView(new URLSearchParams(window.location.search))
    setSearch(writePaymentsView(change(newest)), { replace: true })
  }
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery(
    paymentsPageQuery(queryOf(view)),
  )
  const [notice, setNotice] = useState<Notice | null>(null)
  const [openId, setOpenId] = useState<string | null>(null)
  const [isPreviewOpen, setIsPreviewOpen] = useState(false)
  const fix = useFix(setNotice)
  const pageCount = Math.ceil((data?.total ?? 0) / paymentsPerPage)
  const isFiltered = view.search !== '' || view.status !== null

  return (
    <section aria-labelledby="payments">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="payments" className="text-2xl">
          {t('Payments')}
        </h2>
        <ActionButton variant="secondary" size="small" action={fix}>
          {t('Fix Pending Status')}
        </ActionButton>
        <Button variant="quiet" size="small" onClick={() => setIsPreviewOpen(true)}>
          {t('What would it fix?')}
        </Button>
      </div>
      <StatusMessage notice={notice} onClose={() => setNotice(null)} />
      <PaymentAlarms onOpen={setOpenId} />
      <div className="mt-5 grid gap-4 sm:grid-cols-[1fr_12rem]">
        <PaymentSearch
          searched={view.search}
          onSearch={(text) => show((newest) => ({ ...newest, search: text, page: 1 }))}
        />
        <SelectField
          label={t('Show status')}
          options={statusOptions.map(({ value, label }) => ({ value, label: t(label) }))}
          value={view.status ?? ''}
          onChange={(event) => {
            const { status } = readPaymentsView(new URLSearchParams({ status: event.target.value }))
            show((newest) => ({ ...newest, status, page: 1 }))
          }}
        />
      </div>
      {isError && (
        <LoadFailure
          className="mt-5"
          sentence={t('The payments cannot be shown right now.')}
          of={{ isFetching, refetch }}
        />
      )}
      {data === undefined && !isError && (
        <Skeleton label={t('Loading the payments')} className="mt-5 h-96" />
      )}
      {data?.total === 0 && (
        <NoPayments isFiltered={isFiltered} onShowAll={() => show(() => usual)} />
      )}
      {data !== undefined && data.total > 0 && (
        <div className={`mt-5 ${isPlaceholderData ? 'opacity-60' : ''}`}>
          <PaymentsTable
            payments={data.payments}
            view={view}
            onSort={(sort) => show((newest) => sortBy(newest, sort))}
            onOpen={setOpenId}
          />
        </div>
      )}
      <output className="mt-3 block text-sm text-ink-soft tabular-nums">
        {data && describeTotal(data.total)}
      </output>
      {data !== undefined && data.total > 0 && (
        <Pagination
          label={t('payments')}
          page={view.page}
          pageCount={pageCount}
          onTurn={(by) =>
            show((newest) => ({ ...newest, page: Math.min(newest.page + by, pageCount) }))
          }
        />
      )}
      <PaymentDialog
        paymentId={openId}
        onClose={() => setOpenId((now) => (now === openId ? null : now))}
        onNotice={setNotice}
      />
      <FixPreviewDialog isOpen={isPreviewOpen} onClose={() => setIsPreviewOpen(false)} />
    </section>
  )
}

const usual = readPaymentsView(new URLSearchParams())

function describeTotal(total: number): string {
  return t('{total, plural, one {# payment} other {# payments}}', { total })
}

function NoPayments({ isFiltered, onShowAll }: { isFiltered: boolean; onShowAll: () => void }) {
  return (
    <div className="mt-5 rounded-md border border-line bg-sheet px-6 py-14 text-center">
      {isFiltered ? (
        <>
          <p className="font-display text-xl">{t('No payment matches')}</p>
          <Button variant="secondary" className="mt-4" onClick={onShowAll}>
            {t('Show all payments')}
          </Button>
        </>
      ) : (
        <>
          <p className="font-display text-xl">{t('No payments recorded yet')}</p>
          <p className="mt-1 text-ink-soft">{t('The first purchase will stand here.')}</p>
        </>
      )}
    </div>
  )
}

function useFix(onNotice: (notice: Notice | null) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call('POST /admin/fix-payment-status', {}),
    onMutate: () => onNotice(null),
    onSuccess: ({ message }) => {
      onNotice({ tone: 'success', text: t('Success! {message}', { message }) })
      return client.invalidateQueries({ queryKey: paymentsKey })
    },
    // The message of a failed call is the server's detail where there is one.
    onError: (error) =>
      onNotice({
        tone: 'danger',
        text: t('Error fixing payment status: {message}', { message: error.message }),
      }),
  })
}
