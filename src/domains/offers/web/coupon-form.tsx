import { useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { FormButtons, FormFold } from '../../../ui/controls/form-fold.tsx'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { useSaveForm } from '../../../ui/use-save-form.ts'
import { offersKey, soldCoursesQuery } from './offer-queries.ts'
import { readCoupon } from './read-coupon.ts'

/** Every term that a coupon can have; once it is made, the form closes and says so. */
export function CouponForm() {
  const client = useQueryClient()
  const { data: courses = [], isError } = useQuery(soldCoursesQuery)
  const { submit, isBusy, isSaved, forget, errorAt, field, failure } = useSaveForm({
    save: (form) => call('POST /admin/coupons', { body: readCoupon(form) }),
    onSaved: (_answer, form, isAsSent) => {
      if (isAsSent) form.reset()
      void client.invalidateQueries({ queryKey: offersKey })
    },
  })
  return (
    <>
      <FormFold label={t('New coupon')}>
        <form
          noValidate
          aria-label={t('New coupon')}
          onSubmit={submit}
          className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-4"
        >
          <TextField
            label={t('Code')}
            {...field('code')}
            hint={t('Letters, digits, - and _.')}
            autoCapitalize="characters"
            autoComplete="off"
          />
          <SelectField
            label={t('Takes off')}
            name="kind"
            defaultValue="percent_off"
            options={[
              { value: 'percent_off', label: t('Percent') },
              { value: 'amount_off', label: t('Rupees') },
            ]}
          />
          <TextField
            label={t('How much')}
            name="value"
            inputMode="decimal"
            error={errorAt('value', 'percent_off', 'amount_off')}
          />
          <SelectField
            label={t('For')}
            name="course_id"
            error={
              isError
                ? t('The courses cannot be shown right now. Please try again.')
                : errorAt('course_id')
            }
            options={[
              { value: '', label: t('Every course and bundle') },
              ...courses.map(({ id, title }) => ({ value: id, label: title })),
            ]}
          />
          <TextField label={t('From')} {...field('starts_at')} type="datetime-local" isOptional />
          <TextField label={t('Until')} {...field('ends_at')} type="datetime-local" isOptional />
          <TextField
            label={t('Uses in total')}
            {...field('max_uses')}
            inputMode="numeric"
            isOptional
          />
          <TextField
            label={t('Uses for each learner')}
            {...field('max_uses_per_learner')}
            inputMode="numeric"
            isOptional
          />
          <label className="flex min-h-11 items-center gap-3 sm:col-span-2 lg:col-span-4">
            <input type="checkbox" name="first_purchase_only" className="size-5 accent-rani" />
            {t('For a first purchase only')}
          </label>
          <FormButtons
            label={t('Make the coupon')}
            isBusy={isBusy}
            failure={failure}
            onCancel={forget}
          />
        </form>
      </FormFold>
      <Alert className="mt-4" tone="success">
        {isSaved && t('The coupon is made.')}
      </Alert>
    </>
  )
}
