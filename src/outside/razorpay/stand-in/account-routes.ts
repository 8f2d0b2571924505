import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { readBalance, withBalance } from './balance.ts'
import type { Books } from './books.ts'
import type { Clock } from './clock.ts'
import type { Deliveries } from './deliver-webhooks.ts'
import { refuseInput } from './refusal.ts'
import type { StandIn } from './stand-in.ts'

const yearInSeconds = 366 * 24 * 60 * 60
const clockSchema = z.object({ advance_in_seconds: z.int().min(1).max(yearInSeconds) })
const balanceSchema = z.object({ amount: z.int().nullable() })

/** What concerns the account as a whole: its time, its money, its webhook. */
export function registerAccountRoutes(app: FastifyInstance, standIn: StandIn): void {
  const { books, clock, deliveries } = standIn

  app.get('/clock', () => showClock(clock))
  app.post('/clock', ({ body }) => {
    const byInMs = clockSchema.parse(body).advance_in_seconds * 1000
    const clock_ahead_in_ms = clock.aheadInMs() + byInMs
    books.commit({ account: { ...books.account, clock_ahead_in_ms } })
    clock.advance(byInMs)
    return showClock(clock)
  })

  app.get('/balance', () => ({ amount: readBalance(books) }))
  app.post('/balance', ({ body }) => {
    books.commit({ account: withBalance(books, balanceSchema.parse(body).amount) })
    return { amount: readBalance(books) }
  })

  app.get('/webhooks/state', () => showWebhookState(books, deliveries))
  app.post('/webhooks/disable', () => {
    deliveries.disable()
    return showWebhookState(books, deliveries)
  })
  app.post('/webhooks/enable', () => {
    deliveries.enable()
    return showWebhookState(books, deliveries)
  })

  /** The dashboard's replay: the same event id and bytes once more. */
  app.post<{ Params: { id: string } }>('/webhooks/:id/redeliver', ({ params }) => {
    const delivery = books.deliveries.get(params.id)
    if (!delivery) throw refuseInput('The id provided does not exist')
    if (books.account.webhook.disabled_at_in_ms !== null)
      throw refuseInput('The webhook is disabled. Enable it first.')
    const again = { ...delivery, state: 'waiting' as const, owed: 1, next_attempt_at_in_ms: 0 }
    books.commit({ deliveries: [again] })
    deliveries.schedule([params.id])
    return again
  })
}

function showClock(clock: Clock) {
  return {
    now: new Date(clock.nowInMs()).toISOString(),
    ahead_in_seconds: Math.round(clock.aheadInMs() / 1000),
  }
}

function showWebhookState({ account }: Books, deliveries: Deliveries) {
  const { disabled_at_in_ms, failing_since_in_ms } = account.webhook
  return {
    url: deliveries.webhookUrl(),
    state: disabled_at_in_ms === null ? 'enabled' : 'disabled',
    disabled_at: showTime(disabled_at_in_ms),
    failing_since: showTime(failing_since_in_ms),
  }
}

function showTime(timeInMs: number | null): string | null {
  return timeInMs === null ? null : new Date(timeInMs).toISOString()
}
