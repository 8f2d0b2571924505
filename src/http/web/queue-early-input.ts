import type { EarlyWords } from '../inline-words.ts'

/** What people did before the page's scripts were there. */
export interface EarlyInput {
  /** Tapped, or pressed by Enter in their form; in that order, each once. */
  buttons: HTMLButtonElement[]
  /** What stands in each field that was changed; of a box, whether it is ticked. */
  fields: Map<Element, string | boolean>
  /** Shows a sentence over the page, or takes it away. */
  tell: (sentence: string) => void
  /** From now on the page's own scripts hear everything. */
  stop: () => void
}

/**
 * Keeps what somebody types, chooses and presses while the page's scripts are still on their way, and
 * says at once that a press counts; `replayEarlyInput` does it all again when they are there. A link
 * leads on by itself, and what the login would hear from it goes along. At any time a double press sends
 * a form once (docs/decisions/0071).
 *
 * Runs in the page, where it arrives as text: it may use nothing from outside itself. Every page has it:
 * kept small.
 */
export function queueEarlyInput(words: EarlyWords): void {
  const buttons: HTMLButtonElement[] = []
  const fields: EarlyInput['fields'] = new Map()
  const note = document.createElement('p')
  note.className = 'page-note'
  note.role = 'status'
  const tell = (text: string) => {
    note.textContent = text
    if (text) document.body.append(note)
    else note.remove()
  }
  const withoutLanguage = (path: string) => path.slice(words.prefix.length)
  const doors = /^.(login|signup|forgot)/
  const keep = (event: Event) => {
    const { type } = event
    // Has all that is asked of it, by the type of the event.
    const target = event.target as HTMLInputElement
    if (type === 'input') {
      fields.set(target, /box|dio/.test(target.type) ? target.checked : target.value)
      return
    }
    if (type === 'submit') {
      fields.clear() // what the browser sends by itself is not done again
      return
    }
    const button = target.closest('button')
    if (button && button.id !== 'reload') {
      event.preventDefault()
      // The framework, which may be half there, would do it as well.
      event.stopImmediatePropagation()
      if (!buttons.includes(button)) buttons.push(button)
      button.ariaBusy = 'true'
      tell(words.wait)
    }
    // Where one was going, as `useLoginState` has it.
    const { pathname, search, hash } = location
    const path = withoutLanguage(pathname)
    const state = doors.test(path) ? history.state?.usr : { next: path + search + hash }
    const link = target.closest('a')
    if (state && link && doors.test(withoutLanguage(link.pathname))) {
      const kept = { state, by: performance.timeOrigin }
      sessionStorage.setItem('login_state', JSON.stringify(kept))
      // A page's own stand-in for a storage ends with the page.
      if (state.next && !(sessionStorage instanceof Storage))
        link.search = `?next=${encodeURIComponent(state.next)}`
    }
  }
  const types = ['click', 'input', 'submit']
  const stop = () => {
    for (const type of types) removeEventListener(type, keep, true)
    tell('')
    for (const button of buttons) button.ariaBusy = null
  }

  let form: EventTarget | null = null
  let lastSaid: string | undefined
  let [pressedAt, sentAt, sentBy] = [0, 0, 0]
  const sendOnce = (event: Event) => {
    const { type, target, timeStamp } = event
    // Something was typed: what is sent then is another thing.
    if (type === 'input') form = null
    else if (type !== 'submit') pressedAt = timeStamp
    else {
      // A slow processor hears of the second press late: what counts is when it was pressed.
      const afterInMs = Math.min(timeStamp - sentAt, pressedAt - sentBy || timeStamp)
      // Who has had an answer may go on at once.
      const said = document.querySelector('main [role=alert]')?.textContent
      if (form === target && afterInMs < 500 && said === lastSaid) {
        event.preventDefault()
        event.stopImmediatePropagation()
      }
      form = target
      lastSaid = said
      sentAt = timeStamp
      sentBy = pressedAt
    }
  }
  const onceTypes = ['keydown', 'pointerdown', 'input', 'submit']
  for (const type of onceTypes) addEventListener(type, sendOnce, true)
  for (const type of types) addEventListener(type, keep, true)
  Object.assign(window, { early: { buttons, fields, tell, stop } satisfies EarlyInput })
}
