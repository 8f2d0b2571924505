import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../ui/call.ts'
import { Alert } from '../../ui/controls/alert.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import type { createCoupon } from '../contract.ts'
import { offersKey, soldCoursesQuery } from './offer-queries.ts'
import { instantOf, numberOf, textOf, useSave } from './use-save.ts'

/** Every term that a coupon can have. */
export function CouponForm() {
  const client = useQueryClient()
  const { data: courses = [] } = useQuery(soldCoursesQuery)
  const { submit, isBusy, isSaved, errorAt, failure } = useSave({
    save: (form) => call<typeof createCoupon>('POST /admin/coupons', { body: readCoupon(form) }),
    onSaved: (_, form) => {
      form.reset()
      return client.invalidateQueries({ queryKey: offersKey })
    },
  })
  return (
    <form
      noValidate
      aria-label="New coupon"
      onSubmit={submit}
      className="mt-4 grid items-start gap-4 rounded-md border border-line bg-sheet p-4 sm:grid-cols-2 sm:p-5 lg:grid-cols-4"
    >
      <TextField
        label="Code"
        name="code"
        hint="Letters, digits, - and _."
        autoCapitalize="characters"
        autoComplete="off"
        error={errorAt('code')}
      />
      <SelectField
        label="Takes off"
        name="kind"
        defaultValue="percent_off"
        options={[
          { value: 'percent_off', label: 'Percent' },
          { value: 'amount_off', label: 'Rupees' },
        ]}
      />
      <TextField
        label="How much"
        name="value"
        inputMode="decimal"
        error={errorAt('percent_off', 'amount_off')}
      />
      <SelectField
        label="For"
        name="course_id"
        options={[
          { value: '', label: 'Every course and bundle' },
          ...courses.map(({ id, title }) => ({ value: id, label: title })),
        ]}
        error={errorAt('course_id')}
      />
      <TextField
        label="From"
        name="starts_at"
        type="datetime-local"
        isOptional
        error={errorAt('starts_at')}
      />
      <TextField
        label="Until"
        name="ends_at"
        type="datetime-local"
        isOptional
        error={errorAt('ends_at')}
      />
      <TextField
        label="Uses in total"
        name="max_uses"
        inputMode="numeric"
        isOptional
        error={errorAt('max_uses')}
      />
      <TextField
        label="Uses for each learner"
        name="max_uses_per_learner"
        inputMode="numeric"
        isOptional
        error={errorAt('max_uses_per_learner')}
      />
      <label className="flex min-h-11 items-center gap-3 sm:col-span-2 lg:col-span-3">
        <input type="checkbox" name="first_purchase_only" className="size-5 accent-rani" />
        For a first purchase only
      </label>
      <Button type="submit" isBusy={isBusy}>
        Make the coupon
      </Button>
      {(failure !== null || isSaved) && (
        <div className="sm:col-span-2 lg:col-span-4">
          {failure === null ? (
            <Alert tone="success">The coupon is made.</Alert>
          ) : (
            <Alert tone="danger">{failure}</Alert>
          )}
        </div>
      )}
    </form>
  )
}

function readCoupon(form: FormData) {
  const value = numberOf(form, 'value')
  return {
    code: textOf(form, 'code'),
    [textOf(form, 'kind')]: value,
    course_id: textOf(form, 'course_id') || null,
    starts_at: instantOf(form, 'starts_at'),
    ends_at: instantOf(form, 'ends_at'),
    max_uses: numberOf(form, 'max_uses'),
    max_uses_per_learner: numberOf(form, 'max_uses_per_learner'),
    first_purchase_only: form.get('first_purchase_only') === 'on',
  }
}
