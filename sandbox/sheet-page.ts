import { renderSVG } from 'uqr'
import { formatPaise, writePaise } from '../src/shared/money.ts'
import type { Method, Order } from './entities.ts'
import { type Html, html } from './html.ts'

export interface SheetOptions {
  key_id: string
  name: string
  description: string
  color?: string | undefined
  method: Method
  origin: string
}

const banks = {
  HDFC: 'HDFC Bank',
  ICIC: 'ICICI Bank',
  SBIN: 'State Bank of India',
  UTIB: 'Axis Bank',
}
const wallets = { mobikwik: 'MobiKwik', airtelmoney: 'Airtel Money', freecharge: 'Freecharge' }

/** The sheet a buyer pays on. The amount is the order's, whatever the page that opened it says. */
export function renderSheet(order: Order, options: SheetOptions): Html {
  const amount = formatPaise(order.amount)
  return renderFrame(
    options,
    html`
      <form id="sheet" class="card" aria-labelledby="title" data-key-id="${options.key_id}"
        data-order-id="${order.id}" data-origin="${options.origin}" data-color="${options.color ?? ''}">
        ${renderSummary(options, amount)}
        <div class="pay">
          <fieldset>
            <legend>How would you like to pay?</legend>
            ${renderMethods(order, options.method)}
          </fieldset>
          <p id="problem" role="alert" hidden></p>
          <p id="status" role="status"></p>
          <div class="actions">
            <button id="pay" class="primary" type="submit">Pay ${amount}</button>
            <button id="fail" class="quiet" type="button">Fail this payment</button>
          </div>
        </div>
      </form>`,
  )
}

/** A sheet that says why it cannot take a payment, with nothing to do but to close it. */
export function renderProblemSheet(problem: string, options: SheetOptions): Html {
  return renderFrame(
    options,
    html`
      <div id="sheet" class="card" data-origin="${options.origin}" data-color="${options.color ?? ''}">
        ${renderSummary(options, 'No payment')}
        <div class="pay"><p id="problem" role="alert">${problem}</p></div>
      </div>`,
  )
}

function renderFrame({ name }: SheetOptions, content: Html): Html {
  return html`<html lang="en">
    <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Pay ${name}</title>
      <link rel="stylesheet" href="/v1/checkout/sheet.css">
      <script src="/v1/checkout/sheet.js" defer></script>
    </head>
    <body><main>${content}</main></body>
  </html>`
}

function renderSummary({ name, description }: SheetOptions, amount: string): Html {
  const brand = name || 'Payment'
  return html`
    <header class="summary">
      <button id="close" class="close" type="button" aria-label="Close"><span aria-hidden="true">×</span></button>
      <div class="brand"><span class="mark" aria-hidden="true">${Array.from(brand)[0] ?? ''}</span>
        <h1 id="title">${brand}</h1></div>
      <p class="amount">${amount}</p>
      ${description ? html`<p class="description">${description}</p>` : ''}
      <p class="sandbox">Sandbox: no money moves.</p>
    </header>`
}

function renderMethods(order: Order, chosen: Method): Html[] {
  const panels: [Method, string, string, Html][] = [
    ['upi', 'UPI', 'Any UPI app', renderUpi(order)],
    [
      'card',
      'Card',
      'Credit or debit',
      html`<p>Test card <b>4100 2800 0000 1007</b>. Never type a real one into a sandbox.</p>`,
    ],
    ['netbanking', 'Netbanking', 'All Indian banks', renderSelect('bank', 'Bank', banks)],
    ['wallet', 'Wallet', 'Prepaid balance', renderSelect('wallet', 'Wallet', wallets)],
    ['emi', 'EMI', 'Monthly by card', renderSelect('plan', 'Plan', listPlans(order.amount))],
  ]
  return panels.map(
    ([method, label, hint, panel]) => html`
      <div class="method">
        <label>
          <input type="radio" name="method" value="${method}" aria-describedby="${method}-hint" ${method === chosen ? html`checked` : ''}>
          <span class="label">${label}</span>
        </label>
        <span class="hint" id="${method}-hint">${hint}</span>
        <div class="panel">${panel}</div>
      </div>`,
  )
}

/** A code to scan beside a wide screen; on a phone the app is on the same screen. */
function renderUpi(order: Order): Html {
  const link = `upi://pay?pa=sandbox@razorpay&tr=${order.id}&am=${writePaise(order.amount)}&cu=INR`
  const code = renderSVG(link, { border: 1, blackColor: '#21152e', whiteColor: '#ffffff' })
  return html`
    <div class="scan">
      <img src="data:image/svg+xml,${encodeURIComponent(code)}" width="132" height="132" alt="UPI code of this order">
      <p>Scan with any UPI app. In the sandbox there is nothing to scan: press Pay.</p>
    </div>
    <p class="intent">Your UPI app opens when you press Pay. In the sandbox the payment is made at once.</p>`
}

function renderSelect(name: string, label: string, choices: Record<string, string>): Html {
  const options = Object.entries(choices).map(
    ([value, text]) => html`<option value="${value}">${text}</option>`,
  )
  return html`<label class="field">${label} <select name="${name}">${options}</select></label>`
}

function listPlans(amountInPaise: number): Record<string, string> {
  const plans = [3, 6, 12].map((months) => [
    `m${months}`,
    `${months} months of ${formatPaise(Math.ceil(amountInPaise / months / 100) * 100)}`,
  ])
  return Object.fromEntries(plans)
}
