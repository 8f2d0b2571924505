import { type HideReason, hideReasonLabels, hideReasons } from '../../../shared/hide-reasons.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { SelectField } from '../../../ui/controls/select-field.tsx'

/** Hides what somebody wrote, for the reason that is chosen. */
export function HideForm({
  label = t('Hide…'),
  act = t('Hide'),
  isBusy,
  onHide,
}: {
  /** Of the fold, and of the button in it: also something else is done for one of these reasons. */
  label?: string
  act?: string
  isBusy: boolean
  onHide: (reason: HideReason) => void
}) {
  return (
    <details>
      <summary className="inline-block cursor-pointer py-2 text-sm underline">{label}</summary>
      <form
        className="mt-1 flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          const chosen = new FormData(event.currentTarget).get('reason')
          const reason = hideReasons.find((one) => one === chosen)
          if (reason) onHide(reason)
        }}
      >
        <SelectField
          label={t('Why it should not stand')}
          name="reason"
          options={hideReasons.map((value) => ({ value, label: t(hideReasonLabels[value]) }))}
        />
        <Button type="submit" variant="secondary" size="small" isBusy={isBusy}>
          {act}
        </Button>
      </form>
    </details>
  )
}
