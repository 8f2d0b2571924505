import type { ReactNode } from 'react'
import type { PublicSite } from '../../../../http/page-context.ts'
import { drawHeroMandala } from '../../../../shared/figures/draw-hero-mandala.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { Mandala } from '../../../../ui/figures/mandala.tsx'
import { Price } from '../../../../ui/price.tsx'
import { rich } from '../../../../ui/rich.tsx'
import type { ServedBlock } from '../../contract.ts'
import { BlockButton, BlockLink } from './block-link.tsx'

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

interface HeroProps {
  block: Extract<ServedBlock, { type: 'hero' }>
  figures: PublicSite['figures']
  isFirst: boolean
}

/** What one will be able to make, what it costs, and the one thing to do next. */
export function Hero({ block, figures, isFirst }: HeroProps) {
  const { heading, lead, button, link, shows_price } = block
  const Heading = isFirst ? 'h1' : 'h2'
  return (
    <section className="relative overflow-hidden">
      <div className="page-width relative grid items-center lg:min-h-[36rem] lg:grid-cols-[1.15fr_1fr]">
        <div className="relative z-10 pt-12 pb-8 sm:pt-16 md:pb-16 lg:py-20">
          <Heading className="max-w-[8.5em] text-[clamp(2.25rem,8vw,4.5rem)] leading-[1.02]">
            {heading}
          </Heading>
          {lead !== '' && (
            <p className="mt-6 max-w-[34rem] md:max-lg:max-w-[29rem] text-lg text-ink-soft sm:text-xl">
              {lead}
            </p>
          )}
          {(button ?? link) && (
            <p className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
              <BlockButton link={button} className="text-lg" />
              <BlockLink link={link} className="text-link py-2" />
            </p>
          )}
          {shows_price && <OfferedSeats figures={figures} />}
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
