import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { t } from '../../shared/i18n/translate.ts'
import { rich } from '../../ui/rich.tsx'
import { useSite } from '../../ui/site.ts'

/** The guarantee, and the button that leads on. */
export function Guarantee({ children }: { children: ReactNode }) {
  const { guaranteeInDays: days } = useSite().figures
  return (
    <section aria-labelledby="guarantee" className="page-width">
      <div className="flex flex-col items-start justify-between gap-6 rounded-lg border border-marigold bg-sheet p-6 sm:p-10 lg:flex-row lg:items-center">
        <div className="max-w-text">
          <h2 id="guarantee" className="text-2xl sm:text-3xl">
            {t('{days, plural, one {# day} other {# days}} to change your mind', { days })}
          </h2>
          <p className="mt-2 text-ink-soft">
            {rich(
              'Begin today. If within {days, plural, one {# day} other {# days}} you find that it is not for you, we pay back the full price. <link>How a refund works</link>',
              {
                link: <Link to={paths.refundPolicy} className="text-link" />,
                days,
              },
            )}
          </p>
        </div>
        {children}
      </div>
    </section>
  )
}
