// Hands the credential of the chosen account to the page that opened this window, and closes it.
const { clientId, nonce, origin } = document.getElementById('chooser').dataset
const accounts = document.getElementById('accounts')
const problem = document.getElementById('problem')
const rememberedKey = 'google-accounts'

function handOver(credential) {
  window.opener?.postMessage({ credential }, origin)
  window.close()
}

async function choose({ name, email }) {
  problem.textContent = ''
  const answer = await fetch('/google/credential', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_id: clientId, nonce: nonce || undefined, name, email }),
  }).catch(() => null)
  const said = await answer?.json().catch(() => null)
  if (!answer?.ok) {
    problem.textContent = said?.error?.description ?? 'The sandbox does not answer. Is it running?'
    return
  }
  remember({ name, email })
  handOver(said.credential)
}

function readRemembered() {
  return JSON.parse(localStorage.getItem(rememberedKey) ?? '[]')
}

function remember(account) {
  const others = readRemembered().filter(({ email }) => email !== account.email)
  localStorage.setItem(rememberedKey, JSON.stringify([account, ...others].slice(0, 5)))
}

function show({ name, email }) {
  const button = document.createElement('button')
  const [strong, span] = [document.createElement('b'), document.createElement('span')]
  button.type = 'button'
  Object.assign(button.dataset, { name, email })
  strong.textContent = name
  span.textContent = email
  button.append(strong, ' ', span)
  const item = document.createElement('li')
  item.append(button)
  accounts.prepend(item)
}

const samples = new Set(
  [...accounts.querySelectorAll('button')].map(({ dataset }) => dataset.email),
)
for (const account of readRemembered().toReversed()) {
  if (!samples.has(account.email)) show(account)
}

accounts.addEventListener('click', ({ target }) => {
  const button = target.closest('button')
  if (button) void choose(button.dataset)
})
document.getElementById('other').addEventListener('submit', (event) => {
  event.preventDefault()
  void choose(Object.fromEntries(new FormData(event.target)))
})
document.getElementById('fail').addEventListener('click', () => handOver('failed.by.hand'))
