/**
 * Where the control that has the focus is about to go, or went with the dialog in which it was: the part
 * around it, which has a `tabIndex` of -1, takes the focus. Without it whoever works by keyboard is back at
 * the page's beginning. Who is elsewhere by now stays there.
 */
export function holdFocus(part: HTMLElement | null): void {
  if (isFocusLost() || part?.contains(document.activeElement)) part?.focus({ preventScroll: true })
}

/** As the `ref` of what comes in place of the control that had the focus. */
export function takeFocus(element: HTMLElement | null): void {
  if (isFocusLost()) element?.focus({ preventScroll: true })
}

/** What had it is gone. */
function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}
