import { useEffect, useState } from 'react'
import { ApiError } from '../../../../http/api-client.ts'
import type { ResponseOf } from '../../../../http/endpoint.ts'
import { msg, t } from '../../../../shared/i18n/translate.ts'
import { call } from '../../../../ui/call.ts'
import { Alert } from '../../../../ui/controls/alert.tsx'
import { Button } from '../../../../ui/controls/button.tsx'
import { Dialog } from '../../../../ui/controls/dialog.tsx'
import { SelectField } from '../../../../ui/controls/select-field.tsx'
import { Skeleton } from '../../../../ui/controls/skeleton.tsx'
import { TextArea } from '../../../../ui/controls/text-area.tsx'
import { TextField } from '../../../../ui/controls/text-field.tsx'
import { PrivacyNote } from '../../../../ui/layout/privacy-note.tsx'
import type { getMyTaxDetails } from '../../../tax/contract.ts'

type Details = ResponseOf<typeof getMyTaxDetails>

interface PlaceDialogProps {
  title?: string
  /** What it is asked for. */
  purpose?: string
  /** The invoice needs an address, also of somebody without a GSTIN. */
  isAddressWanted?: boolean
  confirmLabel: string
  /** True: it was said and kept. */
  onEnd: (isSaid: boolean) => void
}

const askedOnce = msg(
  'Your tax invoice has to name your State. We ask once and keep it for the next time.',
)

/** Where a buyer is, asked once for all purchases, and the GSTIN of those who have one. */
export function PlaceDialog(props: PlaceDialogProps) {
  const { title = t('Where do you live?'), purpose = t(askedOnce), onEnd } = props
  const { details, failure } = useDetails()
  return (
    <Dialog isOpen onClose={() => onEnd(false)} title={title}>
      <p className="mb-4 text-ink-soft">{purpose}</p>
      <Alert tone="danger">{failure}</Alert>
      {details === null && failure === null && (
        <Skeleton label={t('Loading the States')} className="h-32" />
      )}
      {details && <PlaceForm {...props} details={details} />}
      <div className="mt-4">
        <PrivacyNote>
          {t('It is used for your invoices alone, which the law has us keep.')}
        </PrivacyNote>
      </div>
    </Dialog>
  )
}

type PlaceFormProps = PlaceDialogProps & { details: Details }

function PlaceForm({ details, isAddressWanted = false, confirmLabel, onEnd }: PlaceFormProps) {
  const [hasGstin, setHasGstin] = useState(details.gstin !== null)
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const errorAt = (...paths: string[]) => error?.messageAt(...paths)
  const atNoField = error && error.errors.length === 0 ? error.message : null

  const save = async (form: FormData) => {
    setIsBusy(true)
    setError(null)
    try {
      await call('PUT /my-tax-details', { body: readPlace(form, hasGstin) })
      onEnd(true)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setError(error)
      setIsBusy(false)
    }
  }

  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void save(new FormData(event.currentTarget))
      }}
    >
      {!hasGstin && (
        <SelectField
          label={t('State or Union territory')}
          name="state"
          autoComplete="address-level1"
          defaultValue={details.state ?? ''}
          error={errorAt('buyer_state')}
          options={[
            { value: '', label: t('Please choose') },
            ...details.states.map(({ code, name }) => ({ value: code, label: name })),
            { value: 'abroad', label: t('Outside India') },
          ]}
        />
      )}
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={hasGstin}
          className="size-5 accent-rani"
          onChange={(event) => setHasGstin(event.target.checked)}
        />
        {t('I have a GSTIN')}
      </label>
      {hasGstin && (
        <>
          <TextField
            label="GSTIN"
            name="gstin"
            hint={t(
              '15 characters. It says your State, too. Not of a business in a Special Economic Zone (SEZ).',
            )}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            defaultValue={details.gstin ?? ''}
            error={errorAt('buyer_gstin', 'gstin')}
          />
          <TextField
            label={t('Name of the business')}
            name="business_name"
            autoComplete="organization"
            maxLength={200}
            defaultValue={details.business_name ?? ''}
            error={errorAt('buyer_business_name', 'business_name')}
          />
        </>
      )}
      {(hasGstin || isAddressWanted || details.address !== null) && (
        <TextArea
          label={hasGstin ? t('Address of the business') : t('Your address')}
          name="address"
          autoComplete="street-address"
          isOptional={!hasGstin && !isAddressWanted}
          maxLength={500}
          defaultValue={details.address ?? ''}
          error={errorAt('buyer_address', 'address')}
        />
      )}
      <Alert tone="danger">{atNoField}</Alert>
      <p className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={() => onEnd(false)}>
          {t('Cancel')}
        </Button>
        <Button type="submit" isBusy={isBusy}>
          {confirmLabel}
        </Button>
      </p>
    </form>
  )
}

/**
 * An empty GSTIN beside the tick is sent as it is, so that it is asked for at its field. With the GSTIN
 * goes the name of its business: nobody sees any more that it would be printed.
 */
function readPlace(form: FormData, hasGstin: boolean) {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  const address = text('address')
  if (!hasGstin) return { state: text('state'), gstin: null, business_name: null, address }
  return { gstin: text('gstin').trim() || '-', business_name: text('business_name'), address }
}

function useDetails() {
  const [details, setDetails] = useState<Details | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    call('GET /my-tax-details', {}).then(setDetails, (error: unknown) =>
      setFailure(error instanceof Error ? error.message : t('Please try again.')),
    )
  }, [])
  return { details, failure }
}
