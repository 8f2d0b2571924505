// Defines window.Razorpay with the options of Razorpay's Standard Checkout. The sheet itself is a
// page of the stand-in in an iframe; both sides check the other's origin. Styles are set through
// the CSSOM only, so that a host page with a strict policy needs no 'unsafe-inline'.
;(() => {
  const standInOrigin = new URL(document.currentScript.src).origin
  const timeoutInMs = 15_000

  class Razorpay {
    #options
    #listeners = new Map()
    #sheet = null

    constructor(options = {}) {
      if (!options.key) throw new Error('Razorpay needs a `key`')
      this.#options = options
    }

    on(event, listener) {
      this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener])
      return this
    }

    open() {
      if (this.#sheet) return this
      this.#sheet = openSheet(this.#options, {
        onSuccess: (reply) => this.#succeed(reply),
        onFailure: (reply) => this.#fail(reply),
        onClose: () => this.#dismiss(),
      })
      return this
    }

    close() {
      this.#dismiss()
      return this
    }

    #succeed(reply) {
      const { handler, callback_url: callbackUrl, redirect } = this.#options
      this.#takeAway()
      if (callbackUrl && (redirect || !handler)) return postForm(callbackUrl, reply)
      handler?.(reply)
    }

    #fail(reply) {
      const { callback_url: callbackUrl, redirect, retry } = this.#options
      for (const listener of this.#listeners.get('payment.failed') ?? []) listener(reply)
      if (callbackUrl && redirect) {
        this.#takeAway()
        return postForm(callbackUrl, toErrorFields(reply.error))
      }
      if (retry === false || retry?.enabled === false) this.#dismiss()
    }

    #dismiss() {
      if (!this.#sheet) return
      this.#takeAway()
      this.#options.modal?.ondismiss?.()
    }

    #takeAway() {
      this.#sheet?.remove()
      this.#sheet = null
    }
  }

  function openSheet(options, { onSuccess, onFailure, onClose }) {
    const { modal = {} } = options
    const focusedBefore = document.activeElement
    const overflowBefore = document.documentElement.style.overflow
    const frame = createFrame(options)
    const dialog = createDialog(options, frame)
    const others = Array.from(document.body.children).filter((other) => !other.inert)
    const timers = []

    function say(event, payload) {
      frame.contentWindow?.postMessage({ from: 'razorpay-host', event, payload }, standInOrigin)
    }

    function askToClose() {
      if (modal.confirm_close && !window.confirm('Do you want to stop this payment?')) return
      onClose()
    }

    function hear(message) {
      if (message.origin !== standInOrigin || message.source !== frame.contentWindow) return
      const { event, payload, by } = message.data ?? {}
      if (event === 'ready') {
        clearTimeout(timers[0])
        const { email, contact } = options.prefill ?? {}
        say('prefill', { email, contact })
        frame.focus()
      }
      if (event === 'success') onSuccess(payload)
      if (event === 'failed') onFailure(payload)
      if (event !== 'close') return
      if (by === 'escape' && modal.escape === false) return
      if (by === 'backdrop' && !modal.backdropclose) return
      askToClose()
    }

    function hearKey(key) {
      if (key.key === 'Escape' && modal.escape !== false) askToClose()
    }

    window.addEventListener('message', hear)
    window.addEventListener('keydown', hearKey)
    // A sheet that never loads must not leave the buyer in front of a dark page.
    timers.push(setTimeout(() => onClose(), timeoutInMs))
    if (options.timeout > 0) timers.push(setTimeout(() => onClose(), options.timeout * 1000))
    document.documentElement.style.overflow = 'hidden'
    document.body.append(dialog)
    for (const other of others) other.inert = true
    frame.focus()

    return {
      remove() {
        for (const timer of timers) clearTimeout(timer)
        window.removeEventListener('message', hear)
        window.removeEventListener('keydown', hearKey)
        for (const other of others) other.inert = false
        document.documentElement.style.overflow = overflowBefore
        dialog.remove()
        focusedBefore?.focus?.()
      },
    }
  }

  function createDialog({ name }, frame) {
    const dialog = document.createElement('div')
    dialog.setAttribute('role', 'dialog')
    dialog.setAttribute('aria-modal', 'true')
    dialog.setAttribute('aria-label', name ? `Pay ${name}` : 'Payment')
    Object.assign(dialog.style, {
      position: 'fixed',
      inset: '0',
      zIndex: '2147483647',
      background: 'rgb(33 21 46 / 0.62)',
    })
    dialog.append(frame)
    return dialog
  }

  function createFrame({ key, order_id, name, description, theme, prefill }) {
    const frame = document.createElement('iframe')
    const address = new URL('/v1/checkout/public', standInOrigin)
    const query = {
      key_id: key,
      order_id,
      name,
      description,
      color: theme?.color,
      method: prefill?.method,
      origin: window.location.origin,
    }
    for (const [field, value] of Object.entries(query))
      if (value) address.searchParams.set(field, value)
    frame.src = address.href
    frame.title = 'Payment'
    frame.referrerPolicy = 'strict-origin-when-cross-origin'
    Object.assign(frame.style, {
      width: '100%',
      height: '100%',
      border: '0',
      display: 'block',
      background: 'transparent',
      // A light sheet on a dark page would otherwise get an opaque ground.
      colorScheme: 'light',
    })
    return frame
  }

  function toErrorFields({ metadata, ...error }) {
    const fields = Object.entries(error).map(([name, value]) => [`error[${name}]`, value ?? ''])
    return Object.fromEntries([...fields, ['error[metadata]', JSON.stringify(metadata ?? {})]])
  }

  function postForm(address, fields) {
    const form = document.createElement('form')
    form.method = 'post'
    form.action = address
    form.hidden = true
    for (const [name, value] of Object.entries(fields)) {
      const input = document.createElement('input')
      input.type = 'hidden'
      input.name = name
      input.value = value
      form.append(input)
    }
    document.body.append(form)
    form.submit()
  }

  window.Razorpay = Razorpay
})()
