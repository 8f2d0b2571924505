import { ApiError } from '../../../http/api-client.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { instantOf, numberOf, textOf } from '../../../ui/use-save-form.ts'

/** A coupon as it was typed. The wire takes one that is over already; who types one has slipped. */
export function readCoupon(form: FormData) {
  const value = numberOf(form, 'value')
  const endsAt = instantOf(form, 'ends_at')
  if (endsAt !== undefined && Date.parse(endsAt) <= Date.now()) {
    const message = t('This end has passed already.')
    throw new ApiError(400, { detail: message, errors: [{ path: 'ends_at', message }] })
  }
  return {
    code: textOf(form, 'code'),
    [textOf(form, 'kind')]: value,
    course_id: textOf(form, 'course_id') || null,
    starts_at: instantOf(form, 'starts_at'),
    ends_at: endsAt,
    max_uses: numberOf(form, 'max_uses'),
    max_uses_per_learner: numberOf(form, 'max_uses_per_learner'),
    first_purchase_only: form.get('first_purchase_only') === 'on',
  }
}
