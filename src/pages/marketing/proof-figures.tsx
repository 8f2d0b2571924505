import { t } from '../../shared/i18n/translate.ts'
import { useSite } from '../../ui/site.ts'

/** The academy's figures, as stated in its settings. */
export function ProofFigures() {
  const { figures } = useSite()
  const proofs = [
    { figure: figures.students, meaning: t('students') },
    { figure: figures.successRate, meaning: t('success rate') },
    { figure: figures.rating, meaning: t('average rating') },
    {
      figure: t('{days, plural, one {# day} other {# days}}', { days: figures.guaranteeInDays }),
      meaning: t('money-back guarantee'),
    },
  ].filter(({ figure }) => figure !== null)
  // The guarantee alone has its own place further down.
  if (proofs.length === 1) return null
  return (
    <section aria-label={t('The academy in figures')} className="border-y border-line bg-wash">
      <dl className="page-width grid grid-cols-2 gap-y-6 py-8 lg:grid-cols-4">
        {proofs.map(({ figure, meaning }) => (
          <div key={meaning} className="flex flex-col-reverse justify-end">
            <dt className="text-sm text-ink-soft">{meaning}</dt>
            <dd className="font-display text-3xl leading-tight font-semibold tabular-nums sm:text-4xl">
              {figure}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
