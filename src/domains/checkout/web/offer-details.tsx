import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { t } from '../../../shared/i18n/translate.ts'
import { formatRupees } from '../../../shared/money.ts'
import { call } from '../../../ui/call.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { adultHint, adultStatement } from '../adult-statement.ts'
import type { Quote } from './price-panel.tsx'

interface OfferDetailsProps {
  /** A course, or a bundle; read anew, it is asked for anew. */
  item: { id: string }
  isBundle?: boolean
  quote: Quote | null
  /** Rupees of GST in the price without a coupon; null: none is collected. */
  taxIncluded: number | null
  onQuote: (quote: Quote | null) => void
}

/**
 * What is in the price, and the coupon. Its code stands in the address, so that a link carries it, a
 * reload keeps it, and the way over the login brings it back.
 */
export function OfferDetails(props: OfferDetailsProps) {
  const { quote, taxIncluded } = props
  const tax = quote ? quote.tax_included : taxIncluded
  const coupon = useCoupon(props)
  return (
    <div className="text-sm">
      {tax !== null && (
        <p className="mb-2 text-ink-soft tabular-nums">
          {t('Price includes 18 % GST ({tax})', { tax: formatRupees(tax) })}
        </p>
      )}
      <output className="block">
        {quote?.coupon && (
          <span className="font-medium text-leaf tabular-nums">
            {t('Coupon {code}, {conditions}: {discount} less', {
              code: quote.coupon.code,
              conditions: quote.coupon.text,
              discount: formatRupees(quote.coupon.discount),
            })}
          </span>
        )}
      </output>
      {quote?.coupon ? (
        <LinkLikeButton isFocused={coupon.isChangedHere} onClick={() => coupon.apply('')}>
          {t('Remove the coupon')}
        </LinkLikeButton>
      ) : (
        <CouponField {...coupon} error={quote?.problem?.detail ?? coupon.failure ?? undefined} />
      )}
      <p className="mt-2 text-ink-soft">{`${t(adultStatement)} ${t(adultHint)}`}</p>
    </div>
  )
}

interface CouponFieldProps extends ReturnType<typeof useCoupon> {
  error: string | undefined
}

function CouponField({ code, isBusy, error, apply, isChangedHere }: CouponFieldProps) {
  const [isAsked, setIsAsked] = useState(false)
  const [isMissing, setIsMissing] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (isAsked) form.current?.querySelector('input')?.focus()
  }, [isAsked])
  // What the address says is known to the browser alone: the page comes as it is without.
  if (!isAsked && error === undefined) {
    return (
      <LinkLikeButton isFocused={isChangedHere} onClick={() => setIsAsked(true)}>
        {t('Have a coupon?')}
      </LinkLikeButton>
    )
  }
  return (
    <form
      noValidate
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        const typed = event.currentTarget.querySelector('input')?.value.trim() ?? ''
        setIsMissing(typed === '')
        if (!isBusy || typed !== code) apply(typed)
      }}
    >
      <TextField
        label={t('Coupon code')}
        name="code"
        defaultValue={code}
        onChange={(event) => setTyped(event.target.value.trim())}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
        error={isMissing ? t('Please type the code of your coupon.') : error}
      />
      <Button
        type="submit"
        variant="secondary"
        size="small"
        className="mt-2"
        // Another code than the one that is asked for can be applied at once.
        isBusy={isBusy && (typed ?? code) === code}
      >
        {t('Apply')}
      </Button>
    </form>
  )
}

/** The coupon of the address, and what the server says of it: asked anew when the item is read anew. */
function useCoupon({ item, isBundle = false, onQuote }: OfferDetailsProps) {
  const [search, setSearch] = useSearchParams()
  const code = (search.get('coupon') ?? '').trim()
  const [answered, setAnswered] = useState<{ code: string; failure: string | null } | null>(null)
  const [isChangedHere, setIsChangedHere] = useState(false)
  const tell = useEffectEvent((quote: Quote | null, failure: string | null) => {
    onQuote(quote)
    setAnswered({ code, failure })
  })

  useEffect(() => {
    let isWanted = true
    const asked = code === '' ? Promise.resolve(null) : askQuote(item.id, isBundle, code)
    asked.then(
      (quote) => isWanted && tell(quote, null),
      (error: unknown) =>
        isWanted && tell(null, error instanceof Error ? error.message : t('Please try again.')),
    )
    return () => {
      isWanted = false
    }
  }, [item, isBundle, code])

  const apply = (typed: string) => {
    setIsChangedHere(true)
    setSearch(
      (before) => {
        if (typed === '') before.delete('coupon')
        else before.set('coupon', typed)
        return before
      },
      { replace: true, preventScrollReset: true },
    )
  }
  const isBusy = code !== '' && answered?.code !== code
  return { code, isBusy, failure: answered?.failure ?? null, apply, isChangedHere }
}

interface LinkLikeButtonProps extends ComponentProps<'button'> {
  /** It takes the place of the control that had the focus, unless that has gone on meanwhile. */
  isFocused: boolean
}

function LinkLikeButton({ isFocused, onClick, children }: LinkLikeButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const focus = useEffectEvent(() => {
    if (isFocused && document.activeElement === document.body)
      button.current?.focus({ preventScroll: true })
  })
  useEffect(() => {
    focus()
  }, [])
  return (
    <button type="button" ref={button} className="text-link min-h-9" onClick={onClick}>
      {children}
    </button>
  )
}

function askQuote(id: string, isBundle: boolean, coupon: string): Promise<Quote> {
  const query = isBundle ? { bundle_id: id, coupon } : { course_id: id, coupon }
  return call('GET /offers/quote', { query })
}
