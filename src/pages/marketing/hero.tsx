import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { PublicSite } from '../../http/page-context.ts'
import { paths } from '../../paths.ts'
import { drawHeroMandala } from '../../shared/figures/draw-hero-mandala.ts'
import { t } from '../../shared/i18n/translate.ts'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { Mandala } from '../../ui/figures/mandala.tsx'
import { Price } from '../../ui/price.tsx'
import { rich } from '../../ui/rich.tsx'
import { useSite } from '../../ui/site.ts'

const mandala = drawHeroMandala()

/** The price and the seats, as far as they were stated. */
function OfferedSeats({ figures }: Pick<PublicSite, 'figures'>) {
  const { priceInRupees, usualPriceInRupees, seatsAMonth, seatsLeft, peopleWatching } = figures
  const seats = [seatsAMonth, seatsLeft, peopleWatching].some((figure) => figure !== null)
  if (priceInRupees === null && !seats) return null
  return (
    <div className="mt-10 max-w-[34rem] md:max-lg:max-w-[29rem] border-t border-line pt-5">
      {priceInRupees !== null && (
        <p className="flex flex-wrap items-baseline gap-x-4">
          <Price
            amountInRupees={priceInRupees}
            usualInRupees={usualPriceInRupees ?? undefined}
            className="text-3xl"
          />
          <span className="text-ink-soft">{t('once, not every month')}</span>
        </p>
      )}
      {seats && (
        <p className="mt-2 text-sm text-ink-soft">
          {seatsAMonth !== null &&
            `${t('{seats, plural, one {# seat} other {# seats}} a month.', { seats: seatsAMonth })} `}
          {tellSeatsLeft(figures)}
        </p>
      )}
    </div>
  )
}

function tellSeatsLeft(figures: PublicSite['figures']): ReactNode {
  const { seatsAMonth, seatsLeft: seats, peopleWatching: people } = figures
  const left = <strong className="text-rani" />
  if (seats === null) {
    return (
      people !== null &&
      t('{people, plural, one {# person is} other {# people are}} thinking about one.', { people })
    )
  }
  if (seatsAMonth === null) {
    return people === null
      ? rich('<left>{seats, plural, one {# seat} other {# seats}} left</left>.', { left, seats })
      : rich(
          '<left>{seats, plural, one {# seat} other {# seats}} left</left>, and {people, plural, one {# person is} other {# people are}} thinking about one.',
          { left, seats, people },
        )
  }
  return people === null
    ? rich('<left>{seats, number} left</left>.', { left, seats })
    : rich(
        '<left>{seats, number} left</left>, and {people, plural, one {# person is} other {# people are}} thinking about one.',
        { left, seats, people },
      )
}

/** What one will be able to make, what it costs, and the one thing to do next. */
export function Hero() {
  const { figures, brand } = useSite()
  const { subject } = brand
  return (
    <section className="relative overflow-hidden">
      <div className="page-width relative grid items-center lg:min-h-[36rem] lg:grid-cols-[1.15fr_1fr]">
        <div className="relative z-10 pt-12 pb-8 sm:pt-16 md:pb-16 lg:py-20">
          <h1 className="max-w-[8.5em] text-[clamp(2.25rem,8vw,4.5rem)] leading-[1.02]">
            {subject === null
              ? t('Finish one course, and make your own film with AI.')
              : t('Learn {subject}.', { subject })}
          </h1>
          <p className="mt-6 max-w-[34rem] md:max-lg:max-w-[29rem] text-lg text-ink-soft sm:text-xl">
            {subject === null
              ? t(
                  'Script, pictures, voice and cut: learn each step from short video lessons, at your own pace. Made for creators in India.',
                )
              : t('Learn each step from short video lessons, at your own pace.')}
          </p>
          <p className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
            <LinkButton to={paths.courses} className="text-lg">
              {t('See the courses')}
            </LinkButton>
            <Link to={paths.about} className="text-link py-2">
              {t('About us')}
            </Link>
          </p>
          <OfferedSeats figures={figures} />
        </div>
        {/* Rises from the lower edge on phones, stands at the right edge elsewhere. */}
        <div className="pointer-events-none max-md:relative max-md:h-40">
          <Mandala
            layers={mandala}
            className="absolute max-md:top-0 max-md:left-1/2 max-md:w-88 max-md:-translate-x-1/2 md:top-8 md:-end-52 md:w-[26rem] lg:static lg:w-[120%] lg:max-w-none"
          />
        </div>
      </div>
    </section>
  )
}
