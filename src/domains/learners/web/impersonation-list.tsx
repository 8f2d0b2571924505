import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '../../../shared/format-date.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { impersonationsQuery } from './queries.ts'

/** Tells somebody when support looked at their account, and why; nothing if it never did. */
export function ImpersonationList() {
  const { data } = useQuery(impersonationsQuery)
  if (!data || data.views.length === 0) return null
  return (
    <section aria-labelledby="support-views" className="mt-12 max-w-text">
      <h2 id="support-views" className="mb-3 text-2xl">
        {t('Support looked at your account')}
      </h2>
      <ul className="grid gap-2">
        {data.views.map(({ at, reason }) => (
          <li key={at} className="wrap-anywhere">
            {t('Support looked at your account on {time}. Reason: {reason}', {
              time: formatDateTime(at),
              reason,
            })}
          </li>
        ))}
      </ul>
    </section>
  )
}
