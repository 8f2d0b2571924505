import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { useSite } from '../../ui/site.ts'

/** The guarantee, and the button that leads on. */
export function Guarantee({ children }: { children: ReactNode }) {
  const { figures } = useSite()
  return (
    <section aria-labelledby="guarantee" className="page-width">
      <div className="flex flex-col items-start justify-between gap-6 rounded-lg border border-marigold bg-sheet p-6 sm:p-10 lg:flex-row lg:items-center">
        <div className="max-w-text">
          <h2 id="guarantee" className="text-2xl sm:text-3xl">
            {figures.guaranteeInDays} days to change your mind
          </h2>
          <p className="mt-2 text-ink-soft">
            Begin today. If within {figures.guaranteeInDays} days you find that it is not for you,
            we pay back the full price.{' '}
            <Link to={paths.refundPolicy} className="text-link">
              How a refund works
            </Link>
          </p>
        </div>
        {children}
      </div>
    </section>
  )
}
