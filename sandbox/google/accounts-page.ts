import { type Html, html } from '../html.ts'

interface Asked {
  client_id: string
  nonce?: string | undefined
  /** Of the page that opened this one; the credential goes to no other. */
  origin: string
}

const samples = [
  { name: 'Asha Rao', email: 'asha.rao@gmail.test' },
  { name: 'Ravi Kumar', email: 'ravi.kumar@gmail.test' },
]

/** The window in which one chooses an account. Those that were typed before are remembered here. */
export function renderAccounts({ client_id, nonce = '', origin }: Asked): Html {
  return html`<html lang="en">
    <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Choose an account</title>
      <link rel="icon" href="data:,">
      <link rel="stylesheet" href="/google/accounts.css">
      <script src="/google/accounts.js" defer></script>
    </head>
    <body>
      <main id="chooser" data-client-id="${client_id}" data-nonce="${nonce}" data-origin="${origin}">
        <h1>Choose an account</h1>
        <p>to go on to ${new URL(origin).host}</p>
        <p class="sandbox">Sandbox: this stands in for Google, and any account will do.</p>
        <ul id="accounts">${samples.map(renderAccount)}</ul>
        <form id="other">
          <h2>Use another account</h2>
          <label>Name <input name="name" required maxlength="100" autocomplete="name"></label>
          <label>E-mail <input name="email" type="email" required maxlength="254" autocomplete="email"></label>
          <button type="submit">Sign in</button>
        </form>
        <p id="problem" role="alert"></p>
        <button id="fail" type="button" class="quiet">Fail this sign-in</button>
      </main>
    </body>
  </html>`
}

function renderAccount({ name, email }: { name: string; email: string }): Html {
  return html`<li><button type="button" data-name="${name}" data-email="${email}"><b>${name}</b> <span>${email}</span></button></li>`
}
