import { t } from '../../../shared/i18n/translate.ts'
import { useSite } from '../../../ui/site.ts'
import { AuthOrnament } from './auth-ornament.tsx'

/** What one comes for, beside the form. */
export default function AuthPromises() {
  const { figures } = useSite()
  return (
    <aside
      aria-label={t('What you get')}
      className="relative flex min-h-136 flex-col justify-end overflow-hidden rounded-lg bg-wash p-10 max-lg:hidden"
    >
      <AuthOrnament className="absolute -top-28 -end-28 w-112" />
      <p className="relative max-w-80 font-display text-3xl leading-tight font-semibold">
        {t('Make something people stop scrolling for.')}
      </p>
      <ul className="relative mt-6 grid gap-2">
        {[
          t('One payment, and the course is yours for life'),
          t('{days, plural, one {# day} other {# days}} to change your mind', {
            days: figures.guaranteeInDays,
          }),
          t('A certificate that anyone can check'),
        ].map((promise) => (
          <li key={promise} className="flex gap-3">
            <svg viewBox="0 0 20 20" aria-hidden="true" className="mt-1 size-5 shrink-0">
              <path
                d="M4 10.5 8.2 15 16 5.5"
                className="fill-none stroke-leaf stroke-2 [stroke-linecap:round] [stroke-linejoin:round]"
              />
            </svg>
            {promise}
          </li>
        ))}
      </ul>
    </aside>
  )
}
