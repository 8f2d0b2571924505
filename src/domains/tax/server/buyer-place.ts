import { eq, sql } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { Database } from '../../../platform/database/database.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { readGstin } from './gstin.ts'
import { findState, stateOf } from './indian-states.ts'
import { readRegistration } from './read-tax-settings.ts'
import { buyerTaxDetails, orderTax } from './tables.ts'

/** Where a buyer is, and as whom they are registered. */
export interface BuyerPlace {
  stateCode: string
  gstin: string | null
  businessName: string | null
  address: string | null
}

/** A GSTIN does not tell; name and address of the registration do. */
const zone = /\bSEZ\b|special\s+economic\s+zone/i

/** As it was typed; left out: as it was said before. Blank: none. */
export interface BuyerInput {
  buyer_state?: string | undefined
  buyer_gstin?: string | undefined
  buyer_business_name?: string | null | undefined
  buyer_address?: string | null | undefined
}

/** Of the code by which forms and returns name what is not India. */
const abroad = /^(96|outside\s*(of\s*)?india|abroad|other\s*countr(y|ies)|foreign\s*country)$/i

/**
 * The place of supply of what a learner is about to buy: from what was said now, else before. What is
 * said now is kept for the next time. Null while the academy has no GSTIN: then nobody is asked, and of a
 * GSTIN that is given all the same only its form is looked at.
 */
export async function requireBuyerPlace(
  db: Database,
  learnerId: string,
  input: BuyerInput,
): Promise<BuyerPlace | null> {
  if ((await readRegistration(db)) === null) {
    readTypedGstin(input)
    return null
  }
  const saved = await readBuyerPlace(db, learnerId)
  const { buyer_state, buyer_gstin, buyer_business_name, buyer_address } = input
  const said = [buyer_state, buyer_gstin, buyer_business_name, buyer_address]
  if (saved !== null && said.every((one) => one === undefined)) return saved
  return saveBuyerPlace(db, learnerId, input)
}

/** Checks and keeps what a learner says of where they are. */
export async function saveBuyerPlace(
  db: Database,
  learnerId: string,
  input: BuyerInput,
): Promise<BuyerPlace> {
  const saved = await readBuyerPlace(db, learnerId)
  const place = resolvePlace(input, saved)
  requireForInvoice(place, 0)
  await db
    .insert(buyerTaxDetails)
    .values({ learnerId, ...place })
    .onConflictDoUpdate({
      target: buyerTaxDetails.learnerId,
      set: { ...place, changedAt: sql`clock_timestamp()` },
    })
  return place
}

/** From so much on the invoice of a buyer without a GSTIN holds their address, too: Rule 46(f). */
const addressFromInPaise = 50_000_00

/**
 * Refuses a buyer of whom the invoice would lack what Rule 46(e) and (f) of the CGST Rules want, and one in
 * a Special Economic Zone: such supplies are zero-rated, which our invoices cannot say. Null: no invoice
 * is issued.
 */
export function requireForInvoice(place: BuyerPlace | null, amountInPaise: number): void {
  if (place === null) return
  const isRegistered = place.gstin !== null
  if (isRegistered && zone.test(`${place.businessName} ${place.address}`)) {
    throw refuseGstin(
      t(
        'We cannot sell to businesses in a Special Economic Zone at present. Please buy without the GSTIN, or write to us.',
      ),
    )
  }
  const errors: { path: string; message: string }[] = []
  if (isRegistered && place.businessName === null) {
    const message = t(
      'Please enter the name of the business. An invoice with a GSTIN has to hold the name and the address of the business.',
    )
    errors.push({ path: 'buyer_business_name', message })
  }
  if (place.address === null && (isRegistered || amountInPaise >= addressFromInPaise)) {
    const message = isRegistered
      ? t(
          'Please enter the address of the business. An invoice with a GSTIN has to hold the name and the address of the business.',
        )
      : t('Please enter your address. From ₹50,000 your invoice has to hold your address.')
    errors.push({ path: 'buyer_address', message })
  }
  if (errors[0])
    throw new ProblemError('buyer_details_missing', { detail: errors[0].message, errors })
}

export async function readBuyerPlace(db: Database, learnerId: string): Promise<BuyerPlace | null> {
  const { stateCode, gstin, businessName, address } = buyerTaxDetails
  const [saved] = await db
    .select({ stateCode, gstin, businessName, address })
    .from(buyerTaxDetails)
    .where(eq(buyerTaxDetails.learnerId, learnerId))
  return saved ?? null
}

/** A GSTIN decides the place; a State beside it must be the same one. */
function resolvePlace(input: BuyerInput, saved: BuyerPlace | null): BuyerPlace {
  const about = {
    businessName: textOr(input.buyer_business_name, saved?.businessName ?? null),
    address: textOr(input.buyer_address, saved?.address ?? null),
  }
  const said = input.buyer_state?.trim() ?? ''
  const stateCode = said === '' ? undefined : readState(said)
  const gstin = readTypedGstin(input)
  if (gstin !== null) {
    if (stateCode !== undefined && stateCode !== gstin.stateCode) {
      throw refuseGstin(
        t('This GSTIN is of {state}, not of {chosen}.', {
          state: t(stateOf(gstin.stateCode).name),
          chosen: t(stateOf(stateCode).name),
        }),
      )
    }
    return { stateCode: gstin.stateCode, gstin: gstin.gstin, ...about }
  }
  const place = stateCode ?? saved?.stateCode
  if (place === undefined) throw refuseState(undefined)
  // A registration stays with its State, unless it was taken out.
  const keepsGstin = input.buyer_gstin === undefined && saved?.stateCode === place
  return { stateCode: place, gstin: keepsGstin ? (saved?.gstin ?? null) : null, ...about }
}

/** Null: none, or a blank one. */
function readTypedGstin({ buyer_gstin }: BuyerInput): { stateCode: string; gstin: string } | null {
  const typed = buyer_gstin?.trim() ?? ''
  if (typed === '') return null
  const gstin = readGstin(typed)
  if ('problem' in gstin) throw refuseGstin(gstin.problem)
  return gstin
}

function readState(said: string): string {
  const detail = t('We can sell to buyers in India only at present.')
  if (abroad.test(said)) {
    throw new ProblemError('buyer_outside_india', {
      errors: [{ path: 'buyer_state', message: detail }],
    })
  }
  const state = findState(said)
  if (!state) throw refuseState(t('Please choose a State or Union territory of India.'))
  return state.code
}

function textOr(text: string | null | undefined, before: string | null): string | null {
  if (text === undefined) return before
  return text?.trim() || null
}

function refuseState(detail: string | undefined): ProblemError {
  const message = detail ?? t('Please choose the State you live in. Your invoice has to name it.')
  return new ProblemError('buyer_state_missing', {
    detail: message,
    errors: [{ path: 'buyer_state', message }],
  })
}

function refuseGstin(message: string): ProblemError {
  return new ProblemError('gstin_invalid', {
    detail: message,
    errors: [{ path: 'buyer_gstin', message }],
  })
}

/** Keeps with an order what was said for it; who says something else before paying changes it. */
export async function recordOrderTax(
  db: Database,
  orderId: string,
  place: BuyerPlace | null,
): Promise<void> {
  if (place === null) return
  const values = {
    buyerState: place.stateCode,
    buyerGstin: place.gstin,
    buyerBusinessName: place.businessName,
    buyerAddress: place.address,
  }
  await db
    .insert(orderTax)
    .values({ orderId, ...values })
    .onConflictDoUpdate({ target: orderTax.orderId, set: values })
}
