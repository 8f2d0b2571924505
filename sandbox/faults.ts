import { z } from 'zod'
import type { RefundMode } from './decide-refund.ts'

export const webhookModes = ['now', 'never', 'twice', 'late', 'reordered', 'forged'] as const

export const settlementFaults = ['missing_line', 'wrong_amount'] as const

/** How the webhooks of one step go out; `forged` ones carry a signature that is not ours. */
export type WebhookMode = (typeof webhookModes)[number]

export const faultSchema = z.object({
  /** Part of a request's path; `*` stands for one segment. Left out: the whole REST API. */
  path: z.string().optional(),
  method: z.enum(['GET', 'POST']).optional(),
  status: z.int().min(400).max(599).optional(),
  delay_in_ms: z.int().min(0).max(600_000).optional(),
  /** How often it strikes; left out: until the faults are cleared. */
  times: z.int().min(1).optional(),
  /** Sent with 429 and 503. */
  retry_after_in_seconds: z.int().min(0).optional(),
  /** The connection breaks before anything is done. */
  drop_connection: z.boolean().optional(),
  /** The request is acted upon, but the answer is lost (or is `status` instead). */
  lose_answer: z.boolean().optional(),
  /** False: those that were to be dropped from now on go out again. */
  drop_webhooks: z.boolean().optional(),
  webhooks: z.enum(webhookModes).optional(),
  refunds: z
    .enum(['processed', 'failed', 'pending', 'fails_later', 'insufficient_balance'])
    .optional(),
  /** A refund is under way for so long; the same key meanwhile is answered by 409. */
  refund_takes_in_ms: z.int().min(0).max(600_000).optional(),
  /** What a settlement does to a payment: leaves it to a later one, or pays a rupee less. */
  settlements: z.enum(settlementFaults).optional(),
  /** A narrower rate limit of the API, until the faults are cleared. */
  requests_per_second: z.int().min(1).optional(),
})

export type Fault = z.output<typeof faultSchema>

/** What goes wrong on purpose. Kept in memory only: a restart is a return to health. */
export interface Faults {
  list(): Fault[]
  add(fault: Fault): void
  clear(): void
  /** The fault that strikes this request, counted as used; undefined when it is to go well. */
  strikeRequest(method: string, path: string): Fault | undefined
  /** How the webhooks of the next step go out when the step itself does not say. */
  strikeWebhooks(): WebhookMode | undefined
  refundMode(): RefundMode | 'insufficient_balance'
  refundTakesInMs(): number
  /** What goes wrong with the next payment that is settled. */
  strikeSettlement(): (typeof settlementFaults)[number] | undefined
  rateLimit(): Fault | undefined
}

/** Without faults everything goes well. The fault added last strikes first. */
export function createFaults(): Faults {
  let faults: Fault[] = []

  function strike(matches: (fault: Fault) => boolean): Fault | undefined {
    const fault = faults.find(matches)
    if (fault?.times === undefined) return fault
    const left = fault.times - 1
    faults = faults.flatMap((other) => {
      if (other !== fault) return other
      return left > 0 ? { ...fault, times: left } : []
    })
    return fault
  }

  return {
    list: () => faults,
    add(fault) {
      if (fault.drop_webhooks === false) faults = faults.filter((other) => !other.drop_webhooks)
      faults = [...split(fault), ...faults]
    },
    clear() {
      faults = []
    },
    strikeRequest: (method, path) =>
      strike((fault) => isAboutRequests(fault) && isMatch(fault, method, path)),
    strikeWebhooks() {
      const fault = strike(({ drop_webhooks, webhooks }) => Boolean(drop_webhooks || webhooks))
      return fault?.drop_webhooks ? 'never' : fault?.webhooks
    },
    refundMode: () => strike(({ refunds }) => refunds !== undefined)?.refunds ?? 'processed',
    refundTakesInMs: () =>
      strike(({ refund_takes_in_ms }) => refund_takes_in_ms !== undefined)?.refund_takes_in_ms ?? 0,
    strikeSettlement: () => strike(({ settlements }) => settlements !== undefined)?.settlements,
    rateLimit: () => faults.find(({ requests_per_second }) => requests_per_second !== undefined),
  }
}

const circumstances = new Set(['path', 'method', 'times', 'retry_after_in_seconds'])

/** Each effect is its own fault, so that `times` counts requests apart from webhooks. */
function split(fault: Fault): Fault[] {
  const {
    drop_webhooks,
    webhooks,
    refunds,
    refund_takes_in_ms,
    settlements,
    requests_per_second,
    ...request
  } = fault
  const times = request.times === undefined ? {} : { times: request.times }
  const parts: Fault[] = []
  if (drop_webhooks || webhooks)
    parts.push({ ...times, ...(drop_webhooks ? { drop_webhooks } : { webhooks }) })
  if (refunds) parts.push({ ...times, refunds })
  if (settlements) parts.push({ ...times, settlements })
  if (refund_takes_in_ms !== undefined) parts.push({ ...times, refund_takes_in_ms })
  if (requests_per_second !== undefined) {
    const { retry_after_in_seconds } = request
    parts.push({
      requests_per_second,
      ...(retry_after_in_seconds !== undefined && { retry_after_in_seconds }),
    })
  }
  if (isAboutRequests(request)) parts.push(request)
  // Only where and how often are named: the plainest thing that can go wrong there.
  if (Object.keys(fault).every((name) => circumstances.has(name)))
    parts.push({ ...request, status: 500 })
  return parts
}

function isAboutRequests(fault: Fault): boolean {
  return Boolean(
    fault.status !== undefined ||
      fault.delay_in_ms !== undefined ||
      fault.drop_connection ||
      fault.lose_answer,
  )
}

function isMatch(fault: Fault, method: string, path: string): boolean {
  if (fault.method && fault.method !== method) return false
  if (fault.path === undefined)
    return /^\/v1\/(orders|payments|refunds|disputes|settlements)(\/|$)/.test(path)
  return toPattern(fault.path).test(path)
}

function toPattern(path: string): RegExp {
  const literal = path.split('*').map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'))
  return new RegExp(literal.join('[^/]+'))
}
