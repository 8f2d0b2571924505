import type { FastifyInstance } from 'fastify'
import { indiaTimeZone } from '../src/shared/format-date.ts'
import { formatPaise } from '../src/shared/money.ts'
import { readBalance } from './balance.ts'
import { disputeSteps } from './decide-dispute.ts'
import {
  type Dispute,
  type Order,
  type Payment,
  type Refund,
  showOrder,
  type WebhookEvent,
} from './entities.ts'
import { type Html, html } from './html.ts'
import { newestFirst } from './sandbox-lists.ts'
import { sendBrowserFile, sendPage } from './send-browser-file.ts'
import type { StandIn } from './stand-in.ts'

const shownPerTable = 50

/** `GET /sandbox`: everything that can happen to a payment, caused by hand. */
export function registerSandboxPage(app: FastifyInstance, standIn: StandIn): void {
  app.get('/', (_request, reply) => sendPage(reply, renderPage(standIn), "'none'"))
  app.get('/page.js', (_request, reply) => sendBrowserFile(reply, 'sandbox-page', 'js'))
  app.get('/page.css', (_request, reply) => sendBrowserFile(reply, 'sandbox-page', 'css'))
}

function renderPage(standIn: StandIn): Html {
  const { store } = standIn
  return html`<html lang="en">
    <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Razorpay sandbox</title>
      <link rel="icon" href="data:,">
      <link rel="stylesheet" href="/sandbox/page.css">
      <script src="/sandbox/page.js" defer></script>
    </head>
    <body>
      <main>
        <h1>Razorpay sandbox</h1>
        <p>What buyers, banks and bad luck do. The newest ${shownPerTable} of each are shown.</p>
        <p id="said" role="status"></p>
        ${renderAccount(standIn)}
        ${renderFaults(standIn)}
        ${renderTable('Orders', ['Order', 'Receipt', 'Amount', 'Status', 'Do'], newest(store.orders).map(renderOrder))}
        ${renderTable('Payments', ['Payment', 'Order', 'Amount', 'Method', 'Status', 'Do'], newest(store.payments).map(renderPayment))}
        ${renderTable('Refunds', ['Refund', 'Payment', 'Amount', 'Status', 'Do'], newest(store.refunds).map(renderRefund))}
        ${renderTable('Disputes', ['Dispute', 'Payment', 'Amount', 'Taken', 'Phase', 'Status'], newest(store.disputes).map(renderDispute))}
        ${renderTable(
          'Webhooks',
          ['Event', 'Id', 'Order', 'State', 'Attempts', 'Do'],
          newest(store.events).map((event) => renderWebhook(standIn, event)),
        )}
      </main>
    </body>
  </html>`
}

function newest<Entity>(entities: Map<string, Entity>): Entity[] {
  return newestFirst(entities).slice(0, shownPerTable)
}

function renderTable(title: string, headings: string[], rows: Html[]): Html {
  if (rows.length === 0) return html`<h2>${title}</h2><p>None yet.</p>`
  return html`<h2>${title}</h2>
    <div class="scroll" tabindex="0" role="region" aria-label="${title}"><table>
      <thead><tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
      <tbody>${rows}</tbody>
    </table></div>`
}

function renderRow(cells: (Html | string)[]): Html {
  return html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`
}

/** A button that posts `body` to `path` under `/sandbox`. */
function renderButton(label: string, path: string, body: unknown = {}): Html {
  return html`<button type="button" data-path="/sandbox${path}" data-body="${JSON.stringify(body)}">${label}</button> `
}

/** The account as a whole: its time, its money, its webhook. */
function renderAccount({ store, clock, deliveries }: StandIn): Html {
  const hourInSeconds = 3600
  const balance = readBalance(store)
  const disabledAtInMs = store.account.webhook.disabled_at_in_ms
  const steps: [string, number][] = [
    ['An hour later', hourInSeconds],
    ['A day later', 24 * hourInSeconds],
    ['Five days later', 5 * 24 * hourInSeconds],
  ]
  return html`<h2>Account</h2>
    <dl>
      <dt>Clock</dt>
      <dd>${showTime(clock.nowInMs())}
        ${steps.map(([label, advance_in_seconds]) => renderButton(label, '/clock', { advance_in_seconds }))}</dd>
      <dt>Balance</dt>
      <dd>${balance === null ? 'Never short' : formatPaise(balance)}
        ${renderButton('Empty it', '/balance', { amount: 0 })}${renderButton('Never short', '/balance', { amount: null })}</dd>
      <dt>Webhook</dt>
      <dd>${deliveries.webhookUrl()} is ${disabledAtInMs === null ? 'enabled' : `disabled since ${showTime(disabledAtInMs)}`}
        ${disabledAtInMs === null ? renderButton('Disable', '/webhooks/disable') : renderButton('Enable', '/webhooks/enable')}</dd>
    </dl>`
}

function showTime(timeInMs: number): string {
  return new Date(timeInMs).toLocaleString('en-IN', {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: indiaTimeZone,
  })
}

function renderFaults({ faults }: StandIn): Html {
  const causes: [string, unknown][] = [
    ['Next call: 500', { status: 500, times: 1 }],
    ['Next call: 503 from the gateway', { status: 503, times: 1 }],
    ['Next call: 429', { status: 429, times: 1, retry_after_in_seconds: 2 }],
    ['More than 1 call a second: 429', { requests_per_second: 1 }],
    ['Next call: 20 s late', { delay_in_ms: 20_000, times: 1 }],
    ['Next call: connection dropped', { drop_connection: true, times: 1 }],
    ['Next call: done, answer lost', { lose_answer: true, times: 1 }],
    ['Checkout script: 503', { path: '/v1/checkout.js', status: 503, times: 1 }],
    ['All calls: 503', { status: 503 }],
    ['Webhooks: dropped', { drop_webhooks: true }],
    ['Webhooks: twice', { webhooks: 'twice' }],
    ['Webhooks: late', { webhooks: 'late' }],
    ['Webhooks: reordered', { webhooks: 'reordered' }],
    ['Webhooks: forged', { webhooks: 'forged' }],
    ['Refunds: pending', { refunds: 'pending' }],
    ['Refunds: fail', { refunds: 'failed' }],
    ['Refunds: fail in two days', { refunds: 'fails_later' }],
    ['Refunds: not enough balance', { refunds: 'insufficient_balance' }],
    ['Settlements: a payment left out', { settlements: 'missing_line', times: 1 }],
    ['Settlements: a rupee too little', { settlements: 'wrong_amount', times: 1 }],
    ['Refunds: under way for 30 s', { refund_takes_in_ms: 30_000 }],
  ]
  return html`<h2>Faults</h2>
    <p>${causes.map(([label, fault]) => renderButton(label, '/faults', fault))}
      <button type="button" data-path="/sandbox/faults" data-method="DELETE">Clear all faults</button>
      ${renderButton('Settle everything now', '/settle', {})}</p>
    <ul>${faults.list().map((fault) => html`<li><code>${JSON.stringify(fault)}</code></li>`)}</ul>`
}

function renderOrder(order: Order): Html {
  const { id, receipt, amount, status } = showOrder(order)
  const pay = `/orders/${id}/pay`
  const actions =
    status === 'paid'
      ? renderButton('Pay a second time', pay, { second: true })
      : html`${renderButton('Pay', pay)}${renderButton('Pay, webhooks lost', pay, { webhook: 'never' })}
        ${renderButton('Pay too little', pay, { amount: 100 })}${renderButton('Authorize only', pay, { outcome: 'authorized' })}
        ${renderButton('Bank silent', pay, { outcome: 'created' })}${renderButton('Fail', pay, { outcome: 'failed' })}
        ${renderButton('Forge a webhook', `/orders/${id}/forge-webhook`)}`
  return renderRow([id, receipt ?? '', formatPaise(amount), status, actions])
}

function renderPayment(payment: Payment): Html {
  const { id, order_id, amount, amount_refunded, method, status, captured } = payment
  const isOpen = status === 'failed' || status === 'created'
  const refund = `/payments/${id}/refund`
  const half = Math.ceil((amount - amount_refunded) / 2)
  const refunds = html`${renderButton('Refund at the dashboard', refund)}
    ${renderButton('Refund half', refund, { amount: half })}
    ${renderButton('Refund, webhooks lost', refund, { webhook: 'never' })}
    ${renderButton('Refund that fails in two days', refund, { outcome: 'fails_later' })}`
  const actions = html`
    ${isOpen ? renderButton('Authorize late', `/payments/${id}/authorize`) : ''}
    ${isOpen ? renderButton('Authorize late, second', `/payments/${id}/authorize`, { second: true }) : ''}
    ${isOpen || status === 'authorized' ? renderButton('Capture', `/payments/${id}/capture`, { second: true }) : ''}
    ${status === 'authorized' ? renderButton('Give back uncaptured', `/payments/${id}/expire`) : ''}
    ${status === 'captured' ? refunds : ''}
    ${captured ? disputeSteps.map((phase) => renderButton(`Dispute: ${phase}`, `/payments/${id}/dispute`, { phase })) : ''}`
  return renderRow([id, order_id, formatPaise(amount), method, status, actions])
}

function renderRefund({ id, payment_id, amount, status }: Refund): Html {
  const actions =
    status === 'pending'
      ? html`${renderButton('Process', `/refunds/${id}/process`)}${renderButton('Fail', `/refunds/${id}/fail`)}`
      : html``
  return renderRow([id, payment_id, formatPaise(amount), status, actions])
}

function renderDispute(dispute: Dispute): Html {
  const { id, payment_id, amount, amount_deducted, phase, status } = dispute
  const taken = formatPaise(amount_deducted)
  return renderRow([id, payment_id, formatPaise(amount), taken, phase, status])
}

function renderWebhook({ store }: StandIn, { id, event, order_id, is_forged }: WebhookEvent): Html {
  const delivery = store.deliveries.get(id)
  const attempts = (delivery?.attempts ?? []).map(({ status, error }) => status ?? error ?? '')
  return renderRow([
    is_forged ? `${event} (forged)` : event,
    id,
    order_id,
    delivery?.state ?? '',
    attempts.join(', '),
    renderButton('Deliver again', `/webhooks/${id}/redeliver`),
  ])
}
