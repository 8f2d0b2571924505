import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { t } from '../../shared/i18n/translate.ts'
import { MailLink } from '../../ui/mail-link.tsx'
import { rich } from '../../ui/rich.tsx'
import { useSite } from '../../ui/site.ts'
import { listQuestions } from './list-questions.ts'

/** What people ask before they pay. */
export function FrequentQuestions() {
  const site = useSite()
  const questions = listQuestions(site)
  return (
    <section aria-labelledby="questions" className="border-t border-line">
      <div className="page-width grid gap-8 py-16 sm:py-20 lg:grid-cols-[1fr_2fr]">
        <div>
          <h2 id="questions" className="text-3xl sm:text-4xl">
            {t('Before you pay')}
          </h2>
          <p className="mt-3 text-ink-soft">
            {rich('Another question? Write to {email} or see <link>all ways to reach us</link>.', {
              email: <MailLink address={site.brand.supportEmail} />,
              link: <Link to={paths.contact} className="text-link" />,
            })}
          </p>
        </div>
        <div className="divide-y divide-line border-y border-line">
          {questions.map(({ question, answer }) => (
            <details key={question} name="questions" className="group">
              <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 font-display text-lg font-semibold [&::-webkit-details-marker]:hidden">
                {question}
                <span
                  aria-hidden="true"
                  className="shrink-0 text-2xl leading-none font-normal text-rani group-open:rotate-45"
                >
                  +
                </span>
              </summary>
              <p className="max-w-text pb-5 text-ink-soft">{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  )
}
