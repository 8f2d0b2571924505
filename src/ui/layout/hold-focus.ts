/**
 * Where the control that has the focus is about to go: the part around it, which has a `tabIndex` of
 * -1, takes the focus. Without it whoever works by keyboard is back at the page's beginning.
 */
export function holdFocus(part: HTMLElement | null): void {
  if (part?.contains(document.activeElement)) part.focus({ preventScroll: true })
}

/** As the `ref` of what comes in place of the control that had the focus. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true })
}
