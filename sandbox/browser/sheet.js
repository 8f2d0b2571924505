// The buyer's side of the sheet. It talks only to the page that opened it, by that page's origin.
const sheet = document.getElementById('sheet')
const { keyId, orderId, origin, color } = sheet.dataset
const pay = document.getElementById('pay')
const fail = document.getElementById('fail')
const problem = document.getElementById('problem')
const status = document.getElementById('status')
let prefill = {}
let isBusy = false

function tell(event, more) {
  if (origin) window.parent.postMessage({ from: 'razorpay-sheet', event, ...more }, origin)
}

function close(by) {
  if (!isBusy) tell('close', { by })
}

function setBusy(busy) {
  isBusy = busy
  for (const button of [pay, fail]) button.disabled = busy
  sheet.setAttribute('aria-busy', String(busy))
  status.textContent = busy ? 'Asking your bank…' : ''
}

function show(sentence) {
  problem.textContent = sentence
  problem.hidden = false
}

async function attempt(outcome) {
  if (isBusy) return
  problem.hidden = true
  setBusy(true)
  const chosen = new FormData(sheet)
  const method = chosen.get('method')
  const body = {
    key_id: keyId,
    order_id: orderId,
    method,
    outcome,
    ...(method === 'netbanking' && { bank: chosen.get('bank') }),
    ...(method === 'wallet' && { wallet: chosen.get('wallet') }),
    ...prefill,
  }
  const reply = await ask('/v1/checkout/payments', body)
  setBusy(false)
  if (!reply) {
    show('The connection broke, and the payment may have gone through. Close this and look first.')
    return
  }
  if (!reply.error) {
    tell('success', { payload: reply })
    return
  }
  show(`${reply.error.description} You can try again.`)
  pay.focus()
  tell('failed', { payload: reply })
}

async function ask(path, body) {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return await response.json()
  } catch {
    return null
  }
}

function isTooPale(hex) {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  return red * 0.299 + green * 0.587 + blue * 0.114 > 150
}

if (color) {
  sheet.style.setProperty('--brand', color)
  sheet.style.setProperty('--on-brand', isTooPale(color) ? '#21152e' : '#fffaf2')
}

document.getElementById('close').addEventListener('click', () => close('button'))
fail?.addEventListener('click', () => void attempt('failed'))
sheet.addEventListener('submit', (event) => {
  event.preventDefault()
  void attempt('success')
})
window.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') close('escape')
})
document.addEventListener('click', (event) => {
  if (!sheet.contains(event.target)) close('backdrop')
})
window.addEventListener('message', ({ source, origin: sender, data }) => {
  if (source !== window.parent || sender !== origin || data?.event !== 'prefill') return
  const { email, contact } = data.payload ?? {}
  prefill = {
    ...(typeof email === 'string' && email && { email }),
    ...(typeof contact === 'string' && contact && { contact }),
  }
})

tell('ready')
const first = sheet.querySelector('input:checked') ?? document.getElementById('close')
first.focus()
