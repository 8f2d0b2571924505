import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { getQuote } from '../../offers/contract.ts'
import { call } from '../../ui/call.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { formatRupees } from '../../ui/format.ts'
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
  const button = useFocusOnChange(coupon.isChangedHere, Boolean(quote?.coupon))
  return (
    <div className="text-sm">
      {tax !== null && (
        <p className="mb-2 text-ink-soft tabular-nums">
          Price includes 18 % GST ({formatRupees(tax)})
        </p>
      )}
      <output className="block">
        {quote?.coupon && (
          <span className="font-medium text-leaf tabular-nums">
            Coupon {quote.coupon.code}, {quote.coupon.text}: {formatRupees(quote.coupon.discount)}{' '}
            less
          </span>
        )}
      </output>
      {quote?.coupon ? (
        <button
          type="button"
          ref={button}
          className="text-link min-h-9"
          onClick={() => coupon.apply('')}
        >
          Remove the coupon
        </button>
      ) : (
        <CouponField
          {...coupon}
          button={button}
          error={quote?.problem?.detail ?? coupon.failure ?? undefined}
        />
      )}
    </div>
  )
}

interface CouponFieldProps extends ReturnType<typeof useCoupon> {
  button: RefObject<HTMLButtonElement | null>
  error: string | undefined
}

function CouponField({ code, isBusy, error, apply, button }: CouponFieldProps) {
  const [isAsked, setIsAsked] = useState(false)
  const [isMissing, setIsMissing] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (isAsked) form.current?.querySelector('input')?.focus()
  }, [isAsked])
  if (!isAsked && code === '') {
    return (
      <button
        type="button"
        ref={button}
        className="text-link min-h-9"
        onClick={() => setIsAsked(true)}
      >
        Have a coupon?
      </button>
    )
  }
  return (
    <form
      noValidate
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        const typed = String(new FormData(event.currentTarget).get('code') ?? '').trim()
        setIsMissing(typed === '')
        if (!isBusy) apply(typed)
      }}
    >
      <TextField
        label="Coupon code"
        name="code"
        defaultValue={code}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
        error={isMissing ? 'Please type the code of your coupon.' : error}
      />
      <Button type="submit" variant="secondary" size="small" className="mt-2" isBusy={isBusy}>
        Apply
      </Button>
    </form>
  )
}

/** The coupon of the address, and what the server says of it: asked anew when the item is read anew. */
function useCoupon({ item, isBundle = false, onQuote }: OfferDetailsProps) {
  const [search, setSearch] = useSearchParams()
  const code = (search.get('coupon') ?? '').trim()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const isChangedHere = useRef(false)
  const tell = useEffectEvent(onQuote)

  useEffect(() => {
    if (code === '') return tell(null)
    let isWanted = true
    setIsBusy(true)
    setFailure(null)
    askQuote(item.id, isBundle, code)
      .then(
        (quote) => isWanted && tell(quote),
        (error: unknown) => {
          if (!isWanted) return
          tell(null)
          setFailure(error instanceof Error ? error.message : 'Please try again.')
        },
      )
      .finally(() => isWanted && setIsBusy(false))
    return () => {
      isWanted = false
    }
  }, [item, isBundle, code])

  const apply = (typed: string) => {
    isChangedHere.current = true
    setSearch(
      (before) => {
        if (typed === '') before.delete('coupon')
        else before.set('coupon', typed)
        return before
      },
      { replace: true, preventScrollReset: true },
    )
  }
  return { code, isBusy, failure, apply, isChangedHere }
}

/** The button that takes the place of the control that had the focus gets it. */
function useFocusOnChange(isChangedHere: RefObject<boolean>, hasCoupon: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isChangedHere.current) button.current?.focus()
    isChangedHere.current = false
  }, [hasCoupon, isChangedHere])
  return button
}

function askQuote(id: string, isBundle: boolean, coupon: string): Promise<Quote> {
  const query = isBundle ? { bundle_id: id, coupon } : { course_id: id, coupon }
  return call<typeof getQuote>('GET /offers/quote', { query })
}
