import type { MetaFunction } from 'react-router'
import { paths } from '../../paths.ts'
import { msg, t } from '../../shared/i18n/translate.ts'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { useSite } from '../../ui/site.ts'
import { Guarantee } from './guarantee.tsx'

export const meta: MetaFunction = (args) =>
  pageMeta(args, {
    title: t('Results'),
    description: t('What our students reach, and what you hold in hand after a course.'),
    path: paths.results,
  })

const outcomes: { heading: string; text: string; isOfFilms?: boolean }[] = [
  {
    heading: msg('Work you can show'),
    text: msg(
      'Every course ends in something you made yourself, not in notes about how it is made.',
    ),
  },
  {
    heading: msg('A way of working'),
    isOfFilms: true,
    text: msg(
      'From idea to script, from script to pictures, from pictures to a cut: in that order, every time. Tools change; the order stays.',
    ),
  },
  {
    heading: msg('A certificate that can be checked'),
    text: msg(
      'Your name, the course, the date, and a code that leads to a public page saying that it is real. Share it where people look for you.',
    ),
  },
]

export default function ResultsScreen() {
  const { figures, brand } = useSite()
  const proofs = [
    { figure: figures.students, meaning: t('students have learned with us') },
    { figure: figures.successRate, meaning: t('success rate') },
    { figure: figures.rating, meaning: t('is how they rate the courses') },
  ].filter(({ figure }) => figure !== null)
  return (
    <>
      <section className="page-width py-12 sm:py-16">
        <h1 className="text-4xl sm:text-5xl">{t('Results')}</h1>
        <p className="mt-5 max-w-text text-xl text-ink-soft">
          {t('What our students reach, and what you will hold in your hands.')}
        </p>
        {proofs.length > 0 && (
          <dl className="mt-12 grid gap-x-8 gap-y-10 md:grid-cols-3">
            {proofs.map(({ figure, meaning }) => (
              <div
                key={meaning}
                className="flex flex-col-reverse justify-end border-t-2 border-ink pt-4"
              >
                <dt className="text-ink-soft">{meaning}</dt>
                <dd className="font-display text-6xl leading-none font-semibold tabular-nums">
                  {figure}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </section>
      <section aria-labelledby="outcomes" className="border-t border-line">
        <div className="page-width grid gap-8 py-16 lg:grid-cols-[1fr_2fr]">
          <h2 id="outcomes" className="text-3xl">
            {t('After a course you have')}
          </h2>
          <ol className="divide-y divide-line border-y border-line">
            {outcomes
              .filter(({ isOfFilms }) => !isOfFilms || brand.subject === null)
              .map(({ heading, text }) => (
                <li key={heading} className="py-6">
                  <h3 className="text-xl">{t(heading)}</h3>
                  <p className="mt-2 max-w-text text-ink-soft">{t(text)}</p>
                </li>
              ))}
          </ol>
        </div>
      </section>
      <Guarantee>
        <LinkButton to={paths.courses}>{t('See the courses')}</LinkButton>
      </Guarantee>
    </>
  )
}
