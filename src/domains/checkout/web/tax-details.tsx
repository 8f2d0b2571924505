import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ResponseOf } from '../../../http/endpoint.ts'
import { msg, t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { query } from '../../../ui/query.ts'
import type { getMyTaxDetails } from '../../tax/contract.ts'
import { problemOf } from './problem-of.ts'
import { PlaceDialog } from './purchase/place-dialog.tsx'

type Details = ResponseOf<typeof getMyTaxDetails>

const taxDetailsQuery = query(['my-tax-details'], () => call('GET /my-tax-details', {}))

/** Holds for what comes; what was issued is never changed. */
const fromNowOn = msg(
  'This is printed on the invoices of what you buy from now on. Invoices that you have stay as they are.',
)

/** What a person's next invoices say of them. Nothing where the academy never asks. */
export default function TaxDetails() {
  const client = useQueryClient()
  const { data, error, isFetching, refetch } = useQuery(taxDetailsQuery)
  const [isChanging, setIsChanging] = useState(false)
  const [isSaved, setIsSaved] = useState(false)
  if (data && !data.is_asked && data.state === null) return null
  const end = (hasChanged: boolean) => {
    setIsChanging(false)
    setIsSaved(hasChanged)
    if (hasChanged) void client.invalidateQueries({ queryKey: taxDetailsQuery.queryKey })
  }
  return (
    <section aria-labelledby="tax-details" className="max-w-form">
      <h2 id="tax-details" className="mb-5 text-2xl">
        {t('State and GSTIN')}
      </h2>
      {error && (
        <LoadFailure
          sentence={problemOf(error) ?? t('Your State and GSTIN could not be loaded.')}
          of={{ isFetching, refetch }}
        />
      )}
      {!data && !error && <Skeleton label={t('Loading your State and GSTIN')} className="h-32" />}
      {data && (
        <>
          <Facts details={data} />
          <p className="mt-3 text-sm text-ink-soft">{t(fromNowOn)}</p>
          <p className="mt-5">
            <Button variant="secondary" onClick={() => setIsChanging(true)}>
              {data.state === null ? t('Add State or GSTIN') : t('Change State or GSTIN')}
            </Button>
          </p>
        </>
      )}
      <Alert className="mt-4" tone="success" isUrgent>
        {isSaved && t('Your State and GSTIN are saved for your next invoice.')}
      </Alert>
      {isChanging && (
        <PlaceDialog
          title={t('State and GSTIN')}
          purpose={t(fromNowOn)}
          confirmLabel={t('Save')}
          onEnd={end}
        />
      )}
    </section>
  )
}

function Facts({ details }: { details: Details }) {
  const state = details.states.find(({ code }) => code === details.state)
  if (!state) return <p>{t('Not said yet: we ask before your first payment.')}</p>
  const facts = [
    [t('State'), state.name],
    ['GSTIN', details.gstin ?? t('None')],
    [t('Name of the business'), details.business_name],
    [details.gstin === null ? t('Address') : t('Address of the business'), details.address],
  ] as const
  return (
    <dl className="grid gap-3">
      {facts.map(
        ([name, value]) =>
          value !== null && (
            <div key={name}>
              <dt className="text-sm text-ink-soft">{name}</dt>
              <dd className="wrap-anywhere whitespace-pre-line">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
