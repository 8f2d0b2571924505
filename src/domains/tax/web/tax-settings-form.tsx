import { useQueryClient } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import type { ResponseOf } from '../../../http/endpoint.ts'
import { formatDateTime } from '../../../shared/format-date.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { FormFold } from '../../../ui/controls/form-fold.tsx'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { textOf, useSaveForm } from '../../../ui/use-save-form.ts'
import type { getTaxSettings } from '../contract.ts'
import { AccountantsNotes } from './accountants-notes.tsx'
import { taxSettingsQuery } from './tax-queries.ts'

type Settings = ResponseOf<typeof getTaxSettings>

interface TaxSettingsFormProps {
  settings: Settings
  /** Without what the accountant is asked. */
  isShort?: boolean
}

/** Printed on every invoice from the moment it is saved. */
export function TaxSettingsForm({ settings, isShort = false }: TaxSettingsFormProps) {
  const client = useQueryClient()
  // Who has set them comes for the returns.
  const [isOpen] = useState(settings.since === null)
  /** As they were when somebody began to type, and since when those hold; before that the newest are shown. */
  const [begun, setBegun] = useState<{ fields: Settings; since: string | null }>()
  const { fields, since } = begun ?? { fields: settings, since: settings.since }
  const { submit, isBusy, isSaved, forget, field, failure } = useSaveForm<Settings>({
    save: (form, earlier) =>
      call('PUT /admin/tax-settings', {
        body: {
          legal_name: textOf(form, 'legal_name'),
          address: textOf(form, 'address'),
          state: textOf(form, 'state'),
          gstin: textOf(form, 'gstin') || null,
          sac: textOf(form, 'sac'),
          since: earlier ? earlier.since : since,
        },
      }),
    onSaved: (saved) => {
      setBegun((begun) => begun && { ...begun, since: saved.since })
      client.setQueryData(taxSettingsQuery.queryKey, saved)
    },
  })
  return (
    <section aria-labelledby="tax-settings">
      <h2 id="tax-settings" className="text-2xl">
        {t('Tax settings')}
      </h2>
      <p className="mt-1 max-w-text text-ink-soft">
        {settings.gstin === null
          ? t(
              'Without a GSTIN no GST is collected and no tax invoice is issued: buyers get a receipt.',
            )
          : t('Every sale gets a tax invoice, every refund a credit note. Prices hold 18 % GST.')}
        {settings.since !== null &&
          ` ${t('Last changed {time}.', { time: formatDateTime(settings.since) })}`}
      </p>
      <FormFold label={t('Change the tax settings')} isOpen={isOpen}>
        <form
          noValidate
          aria-label={t('Tax settings')}
          onSubmit={submit}
          onChange={() => {
            forget()
            setBegun((begun) => begun ?? { fields, since })
          }}
          className="grid items-start gap-4 sm:grid-cols-2"
        >
          <Fragment key={JSON.stringify(fields)}>
            <TextField
              label={t('Legal name')}
              {...field('legal_name')}
              defaultValue={fields.legal_name}
              maxLength={200}
            />
            <TextField
              label="GSTIN"
              {...field('gstin')}
              hint={t('Left blank: the academy is not registered.')}
              autoCapitalize="characters"
              autoComplete="off"
              spellCheck={false}
              isOptional
              defaultValue={fields.gstin ?? ''}
            />
            <TextArea
              label={t('Address')}
              {...field('address')}
              hint={t('Of the principal place of business, as it is registered.')}
              defaultValue={fields.address}
              maxLength={500}
            />
            <div className="grid gap-4">
              <SelectField
                label={t('State or Union territory')}
                {...field('state')}
                defaultValue={fields.state ?? ''}
                options={[
                  { value: '', label: t('Please choose') },
                  ...fields.states.map(({ code, name }) => ({ value: code, label: name })),
                ]}
              />
              <TextField
                label="SAC"
                {...field('sac')}
                inputMode="numeric"
                hint={t('999293 is usual for courses.')}
                defaultValue={fields.sac}
              />
            </div>
          </Fragment>
          <div className="sm:col-span-2">
            <Button type="submit" isBusy={isBusy}>
              {t('Save the tax settings')}
            </Button>
          </div>
          {(failure !== null || isSaved) && (
            <div className="sm:col-span-2">
              {failure === null ? (
                <Alert tone="success">
                  {t('Saved. It holds from now on; what was issued stays.')}
                </Alert>
              ) : (
                <Alert tone="danger">{failure}</Alert>
              )}
            </div>
          )}
        </form>
      </FormFold>
      {!isShort && <AccountantsNotes />}
    </section>
  )
}
