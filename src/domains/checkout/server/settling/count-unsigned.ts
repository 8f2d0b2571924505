import { Counter } from 'prom-client'
import type { CheckoutDependencies } from '../dependencies.ts'
import { raiseAlarm } from './alarms.ts'

/** Of this process. In no registry by itself: each server shows it in its own. */
export const unsignedWebhooks = new Counter({
  name: 'academy_unsigned_webhooks_total',
  help: 'Webhooks refused for a wrong or missing signature',
  registers: [],
})

/** Anybody can send one or two; a secret that was mistyped refuses every event of the provider. */
const countThatMatters = 3
const withinMs = 10 * 60_000
const loggedEveryMs = 60_000

interface Window {
  since: number
  count: number
  loggedAt: number
}

// Kept for each log, so for each server; nothing that matters is lost with it.
const windows = new WeakMap<CheckoutDependencies['log'], Window>()

/**
 * Counts a webhook that nobody has signed. From three within ten minutes an alarm is raised; the log
 * gets one line a minute, so that a stranger can fill neither.
 */
export async function countUnsignedWebhook(
  deps: Pick<CheckoutDependencies, 'db' | 'log'>,
  eventId: string | undefined,
): Promise<void> {
  unsignedWebhooks.inc()
  const now = Date.now()
  const known = windows.get(deps.log)
  const window =
    known && now - known.since < withinMs ? known : { since: now, count: 0, loggedAt: 0 }
  windows.set(deps.log, window)
  window.count += 1
  if (now - window.loggedAt < loggedEveryMs && window.count !== countThatMatters) return
  window.loggedAt = now
  deps.log.error({ event_id: eventId, count: window.count }, 'webhook with a wrong signature')
  if (window.count < countThatMatters) return
  await raiseAlarm(deps.db, {
    subject: 'webhook signature',
    message:
      'Webhooks come with a wrong signature. If this goes on, the webhook secret in the settings is not the one at Razorpay.',
    orderId: null,
  })
}
