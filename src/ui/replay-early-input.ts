import type { EarlyInput } from '../http/web/queue-early-input.ts'

/** What React last saw in a field; it hears of a change only if another value stands there. */
interface Tracked {
  _valueTracker?: { setValue(value: string): void }
}

/** Does again what somebody did before the page was alive: first what was typed, then what was pressed. */
export async function replayEarlyInput(): Promise<void> {
  const { early } = window as { early?: EarlyInput } // set by the page's first script
  if (!early) return
  for (const [field, given] of early.fields) repeatChange(field, given)
  early.fields.clear()
  // What was typed is in every form's state once React has rendered it.
  await new Promise((resolve) => setTimeout(resolve))
  early.stop()
  for (const button of early.buttons.splice(0)) button.click()
}

function repeatChange(field: Element, given: string | boolean): void {
  if (typeof given === 'boolean') {
    const box = field as HTMLInputElement // has been ticked
    box.checked = !given
    box.click()
    return
  }
  const input = field as (HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement) & Tracked
  if (input.value !== given) input.value = given
  // Not by changing the text and back, which disturbs the keyboards that compose words.
  input['_valueTracker']?.setValue(`${given}-`)
  input.dispatchEvent(
    new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
  )
}
