// Defines window.google.accounts.id as Google Identity Services does, with what the academy uses of
// it. The account is chosen in a window of the stand-in; both sides check the other's origin.
;(() => {
  const base = new URL('.', document.currentScript.src)
  // Google's own stands in a frame; in the page two buttons beside each other say different things.
  const words = { signin_with: 'Sign in with Google', signup_with: 'Continue with Google' }
  let options = {}
  let chooser = null

  function openChooser() {
    const { client_id, nonce = '' } = options
    const query = new URLSearchParams({ client_id, nonce, origin: location.origin })
    const address = new URL(`accounts?${query}`, base)
    chooser = window.open(address, 'google-accounts', 'popup,width=480,height=680')
  }

  function renderButton(parent, { text, width }) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = words[text] ?? words.signin_with
    Object.assign(button.style, {
      width: '100%',
      maxWidth: `${width ?? 400}px`,
      minHeight: '44px',
      border: '1px solid #747775',
      borderRadius: '4px',
      background: '#fff',
      color: '#1f1f1f',
      font: '500 15px/1.3 system-ui, sans-serif',
      cursor: 'pointer',
    })
    button.addEventListener('click', openChooser)
    parent.append(button)
  }

  window.addEventListener('message', ({ origin, source, data }) => {
    if (origin !== base.origin || source === null || source !== chooser) return
    options.callback?.({ credential: data.credential, select_by: 'btn' })
  })

  const id = {
    initialize: (given) => {
      options = given
    },
    renderButton,
    prompt: openChooser,
  }
  window.google = { accounts: { id } }
})()
