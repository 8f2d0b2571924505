import { msg, t } from '../../../shared/i18n/translate.ts'
import { addDays, dayInIndia } from '../../../shared/india-time.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { FormFold } from '../../../ui/controls/form-fold.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { download } from '../../../ui/download.ts'
import { requiredTextOf, useSaveForm } from '../../../ui/use-save-form.ts'

const lastDay = msg('Please choose a last day that is not before the first.')

/** All orders of a period as a spreadsheet; the last month until somebody chooses. */
export function ExportOrdersForm() {
  const { submit, isBusy, field, failure } = useSaveForm({
    save: (form) =>
      download('GET /admin/exports/orders.csv', {
        query: {
          from: requiredTextOf(form, 'from', t('Please choose the first day.')),
          to: requiredTextOf(form, 'to', t(lastDay)),
        },
      }),
  })
  return (
    <FormFold label={t('Save all orders…')}>
      <form noValidate aria-label={t('Save all orders as a spreadsheet')} onSubmit={submit}>
        <div className="grid items-start gap-4 sm:grid-cols-[1fr_1fr_auto]">
          <TextField
            label={t('From')}
            {...field('from')}
            type="date"
            defaultValue={addDays(dayInIndia(), -30)}
          />
          <TextField label={t('To')} {...field('to')} type="date" defaultValue={dayInIndia()} />
          <Button type="submit" variant="secondary" className="sm:mt-8" isBusy={isBusy}>
            {t('Save CSV')}
          </Button>
        </div>
        <p className="mt-2 text-sm text-ink-soft">
          {t(
            'By the day their money came; orders that nobody paid, by the day they were made. Both days are included. Times are Indian.',
          )}
        </p>
        <Alert className="mt-3" tone="danger">
          {failure}
        </Alert>
      </form>
    </FormFold>
  )
}
