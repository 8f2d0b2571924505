import { z } from 'zod'
import {
  type RazorpayDispute,
  type RazorpayOrder,
  type RazorpayPayment,
  type RazorpayRefund,
  type RazorpaySettlementLine,
  razorpayDisputeSchema,
  razorpayOrderSchema,
  razorpayPaymentSchema,
  razorpayRefundSchema,
  razorpaySettlementLineSchema,
} from './entities.ts'
import { RazorpayError } from './razorpay-error.ts'

export interface RazorpaySettings {
  /** Read at each call, as is `provider`. */
  keys: { keyId: string; keySecret: string }
  /** Without `/v1`, for example `https://api.razorpay.com`. */
  provider: { apiUrl: string }
  timeoutInMs?: number
  /** Told after each answer whether Razorpay took our keys; not told when it was away or busy. */
  onAnswer?: (areKeysTaken: boolean) => void
}

/** Razorpay's REST API as far as the academy needs it. Every call throws only `RazorpayError`. */
export interface RazorpayClient {
  /** Not idempotent at Razorpay: after `unavailable`, look for the receipt before asking again. */
  createOrder(input: {
    amountInPaise: number
    currency: string
    /** At most 40 characters. */
    receipt: string
    notes?: Record<string, string>
  }): Promise<RazorpayOrder>
  fetchOrder(razorpayOrderId: string): Promise<RazorpayOrder>
  /** Newest first, at most 100. */
  listOrders(filter: { receipt: string }): Promise<RazorpayOrder[]>
  /** Every attempt, also failed ones, in no promised order. */
  listOrderPayments(razorpayOrderId: string): Promise<RazorpayPayment[]>
  fetchPayment(razorpayPaymentId: string): Promise<RazorpayPayment>
  /** Refused when it is captured already, which auto-capture may do at any moment: fetch then. */
  capturePayment(
    razorpayPaymentId: string,
    input: { amountInPaise: number; currency: string },
  ): Promise<RazorpayPayment>
  /** Without an amount all that is left is refunded. The same key and input give one refund. */
  refundPayment(razorpayPaymentId: string, input: RefundInput): Promise<RazorpayRefund>
  fetchRefund(refundId: string): Promise<RazorpayRefund>
  listPaymentRefunds(razorpayPaymentId: string): Promise<RazorpayRefund[]>
  /** The newest hundred after the first `skip`. */
  listDisputes(page: { skip: number }): Promise<RazorpayDispute[]>
  /** A hundred lines after the first `skip` of what was settled on a day in India, YYYY-MM-DD. */
  listSettlementLines(page: { day: string; skip: number }): Promise<RazorpaySettlementLine[]>
}

export interface RefundInput {
  amountInPaise?: number
  speed?: 'normal' | 'optimum'
  notes?: Record<string, string>
  receipt?: string
  /** 10 or more of `A-Z a-z 0-9 _ -`. */
  idempotencyKey: string
}

interface Ask {
  body?: Record<string, unknown>
  headers?: Record<string, string>
}

const errorSchema = z.object({
  error: z.object({
    code: z.string().nullish(),
    description: z.string().nullish(),
    field: z.string().nullish(),
    reason: z.string().nullish(),
  }),
})

const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item) }).transform((collection) => collection.items)

/** A client for the key pair that `settings` hold at each call. It never retries by itself; the caller knows what is safe. */
export function createRazorpayClient(settings: RazorpaySettings): RazorpayClient {
  const authorize = (): string => {
    const { keyId, keySecret } = settings.keys
    return `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`
  }

  async function ask<Schema extends z.ZodType>(
    schema: Schema,
    path: string,
    { body, headers }: Ask = {},
  ): Promise<z.output<Schema>> {
    const reply = await sendAndTell(`${settings.provider.apiUrl.replace(/\/+$/, '')}/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: authorize(),
        accept: 'application/json',
        ...jsonHeader(body),
        ...headers,
      },
      redirect: 'error',
      signal: AbortSignal.timeout(settings.timeoutInMs ?? 10_000),
      ...(body && { body: JSON.stringify(body) }),
    })
    const parsed = schema.safeParse(reply)
    if (parsed.success) return parsed.data
    throw new RazorpayError('Razorpay sent an answer of an unknown shape', {
      kind: 'unavailable',
      cause: parsed.error,
    })
  }

  async function sendAndTell(url: string, request: RequestInit): Promise<unknown> {
    try {
      const reply = await send(url, request)
      settings.onAnswer?.(true)
      return reply
    } catch (error) {
      const kind = error instanceof RazorpayError ? error.kind : null
      if (kind === 'refused' || kind === 'unauthorized') settings.onAnswer?.(kind === 'refused')
      throw error
    }
  }

  return {
    createOrder: ({ amountInPaise, ...rest }) =>
      ask(razorpayOrderSchema, '/orders', { body: { amount: amountInPaise, ...rest } }),
    fetchOrder: (razorpayOrderId) =>
      ask(razorpayOrderSchema, `/orders/${segment(razorpayOrderId)}`),
    listOrders: ({ receipt }) =>
      ask(listOf(razorpayOrderSchema), `/orders?count=100&receipt=${segment(receipt)}`),
    listOrderPayments: (razorpayOrderId) =>
      ask(listOf(razorpayPaymentSchema), `/orders/${segment(razorpayOrderId)}/payments`),
    fetchPayment: (razorpayPaymentId) =>
      ask(razorpayPaymentSchema, `/payments/${segment(razorpayPaymentId)}`),
    capturePayment: (razorpayPaymentId, { amountInPaise, currency }) =>
      ask(razorpayPaymentSchema, `/payments/${segment(razorpayPaymentId)}/capture`, {
        body: { amount: amountInPaise, currency },
      }),
    refundPayment: (razorpayPaymentId, { amountInPaise, idempotencyKey, ...rest }) =>
      ask(razorpayRefundSchema, `/payments/${segment(razorpayPaymentId)}/refund`, {
        body: { amount: amountInPaise, ...rest },
        headers: { 'x-refund-idempotency': idempotencyKey },
      }),
    fetchRefund: (refundId) => ask(razorpayRefundSchema, `/refunds/${segment(refundId)}`),
    listPaymentRefunds: (razorpayPaymentId) =>
      ask(
        listOf(razorpayRefundSchema),
        `/payments/${segment(razorpayPaymentId)}/refunds?count=100`,
      ),
    listDisputes: ({ skip }) =>
      ask(listOf(razorpayDisputeSchema), `/disputes?count=100&skip=${skip}`),
    listSettlementLines: ({ day, skip }) => {
      const [year, month, date] = day.split('-').map(Number)
      return ask(
        listOf(razorpaySettlementLineSchema),
        `/settlements/recon/combined?year=${year}&month=${month}&day=${date}&count=100&skip=${skip}`,
      )
    },
  }
}

const segment = encodeURIComponent

function jsonHeader(body: unknown): Record<string, string> {
  return body ? { 'content-type': 'application/json' } : {}
}

async function send(url: string, request: RequestInit): Promise<unknown> {
  let response: Response
  let text: string
  try {
    response = await fetch(url, request)
    text = await response.text()
  } catch (cause) {
    throw new RazorpayError('Razorpay did not answer', { kind: 'unavailable', cause })
  }
  const json = parseJson(text)
  if (response.ok && json !== undefined) return json
  throw toError(response, json)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function toError(response: Response, json: unknown): RazorpayError {
  const { status } = response
  const said = errorSchema.safeParse(json).data?.error
  const message = `Razorpay answered ${status}${said?.description ? `: ${said.description}` : ''}`
  // 409: the same call is under way already.
  if (status === 429 || status === 409) {
    const seconds = Number.parseInt(response.headers.get('retry-after') ?? '', 10)
    const retryAfterInSeconds = Number.isNaN(seconds) ? null : seconds
    return new RazorpayError(message, { kind: 'busy', status, ...said, retryAfterInSeconds })
  }
  if (said && (status === 401 || status === 403)) {
    return new RazorpayError(message, { kind: 'unauthorized', status, ...said })
  }
  const isRefusal = status >= 400 && status < 500 && said !== undefined
  return new RazorpayError(message, {
    kind: isRefusal ? 'refused' : 'unavailable',
    status,
    ...said,
  })
}
