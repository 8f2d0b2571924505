import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ResponseOf } from '../../../http/endpoint.ts'
import { paths } from '../../../paths.ts'
import { formatDateTime } from '../../../shared/format-date.ts'
import { msg, t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { amountColumn, timeColumn } from '../../../ui/controls/columns.ts'
import type { Column } from '../../../ui/controls/data-table.tsx'
import { Dialog } from '../../../ui/controls/dialog.tsx'
import { PagedTable } from '../../../ui/controls/paged-table.tsx'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { rich } from '../../../ui/rich.tsx'
import { requiredTextOf, useSaveForm } from '../../../ui/use-save-form.ts'
import { useRights } from '../../staff/web/use-rights.ts'
import type { listDifferences } from '../contract.ts'
import { differencesQuery, financeKey } from './finance-queries.ts'

type Difference = ResponseOf<typeof listDifferences>['differences'][number]

const kinds: Record<Difference['kind'], string> = {
  unknown_order: msg('No such order'),
  not_settled: msg('Not settled'),
  amount_differs: msg('Amount differs'),
  refund_not_settled: msg('Refund not settled'),
  fee_unexpected: msg('Unexpected fee'),
}

/** Where settlements and orders do not fit; each open one can be resolved with a note. */
export function DifferenceList({ state }: { state: 'open' | 'resolved' }) {
  const found = useInfiniteQuery(differencesQuery(state))
  const [asked, setAsked] = useState<Difference | null>(null)
  return (
    <>
      <PagedTable
        noun={state === 'open' ? t('open differences') : t('resolved differences')}
        found={found}
        rowsOf={({ differences }) => differences}
        keyOf={({ id }) => String(id)}
        columns={[...columns, state === 'open' ? resolveColumn(setAsked) : resolvedColumn]}
        empty={
          state === 'open'
            ? { title: t('No differences'), text: t('What Razorpay paid out is what was sold.') }
            : { title: t('Nothing resolved yet'), text: t('Explained differences stay here.') }
        }
      />
      <Dialog
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        title={t('Resolve a difference')}
      >
        {asked !== null && (
          <ResolveForm
            difference={asked}
            onDone={() => setAsked((now) => (now === asked ? null : now))}
          />
        )}
      </Dialog>
    </>
  )
}

const columns: Column<Difference>[] = [
  timeColumn(msg('Found'), ({ found_at }) => found_at),
  {
    heading: msg('What differs'),
    cell: ({ kind, message }) => (
      <>
        <span className="block font-medium">{kinds[kind]}</span>
        <span className="block text-ink-soft">{message}</span>
      </>
    ),
    isWide: true,
  },
  amountColumn(msg('Expected'), ({ expected }) => expected),
  amountColumn(msg('Settled'), ({ found }) => found),
  { heading: msg('Learner'), cell: (difference) => <Learner difference={difference} /> },
  {
    heading: 'ID',
    cell: ({ entity_id, payment_id, razorpay_payment_id }) => (
      <>
        <span className="block break-all">{entity_id}</span>
        {razorpay_payment_id !== null && razorpay_payment_id !== entity_id && (
          <span className="block break-all">{t('Payment {id}', { id: razorpay_payment_id })}</span>
        )}
        {payment_id !== null && (
          <Link to={`${paths.admin}?tab=payments&search=${payment_id}`}>
            {t('Order {id}', { id: payment_id })}
          </Link>
        )}
      </>
    ),
  },
]

/** Whose order it is; a link for who may see people. */
function Learner({ difference }: { difference: Difference }) {
  const { user_id, user_name, user_email } = difference
  const { may } = useRights()
  if (user_id === null) return 'unknown'
  return (
    <>
      <span className="block">
        {may('people') ? (
          <Link to={`${paths.admin}/learners?person=${user_id}`}>{user_name}</Link>
        ) : (
          user_name
        )}
      </span>
      <span className="block break-all text-ink-soft">{user_email}</span>
    </>
  )
}

function resolveColumn(onAsk: (difference: Difference) => void): Column<Difference> {
  return {
    heading: t('Action'),
    cell: (difference) => (
      <Button variant="secondary" size="small" onClick={() => onAsk(difference)}>
        {rich('Resolve<spoken> {entity}</spoken>', {
          spoken: <span className="sr-only" />,
          entity: difference.entity_id,
        })}
      </Button>
    ),
  }
}

const resolvedColumn: Column<Difference> = {
  heading: msg('Resolved'),
  cell: ({ note, resolved_by, resolved_at }) => (
    <>
      <span className="block break-words">{note}</span>
      <span className="block text-ink-soft">
        {resolved_by ?? t('by itself')}
        {resolved_at !== null && `, ${formatDateTime(resolved_at)}`}
      </span>
    </>
  ),
}

function ResolveForm({ difference, onDone }: { difference: Difference; onDone: () => void }) {
  const client = useQueryClient()
  const { submit, isBusy, field, failure } = useSaveForm({
    save: (form) =>
      call('POST /admin/desk/differences/:id/resolve', {
        params: { id: String(difference.id) },
        body: { note: requiredTextOf(form, 'note', t('Please say what explains the difference.')) },
      }),
    onSaved: () => {
      onDone()
      return client.invalidateQueries({ queryKey: financeKey })
    },
  })
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <p>
        {difference.message} <span className="break-all text-ink-soft">{difference.entity_id}</span>
      </p>
      <TextArea
        label={t('What explains it?')}
        {...field('note')}
        hint={t('Your name and the time are kept with it.')}
        maxLength={1000}
      />
      <Alert tone="danger">
        {failure !== null && t('The difference could not be resolved: {failure}', { failure })}
      </Alert>
      <p className="flex justify-end">
        <Button type="submit" isBusy={isBusy}>
          {t('Resolve')}
        </Button>
      </p>
    </form>
  )
}
