import { type FocusEvent, useEffect, useRef } from 'react'

/**
 * Where the control that has the focus is about to go, or went with the dialog in which it was: the part
 * around it, which has a `tabIndex` of -1, takes the focus. Without it whoever works by keyboard is back at
 * the page's beginning. Who is elsewhere by now stays there.
 */
export function holdFocus(part: HTMLElement | null): void {
  if (isFocusAround(part)) part?.focus({ preventScroll: true })
}

/** In this part, or lost with what went: nobody is elsewhere by now. */
export function isFocusAround(part: HTMLElement | null): boolean {
  return isFocusLost() || (part?.contains(document.activeElement) ?? false)
}

/** As the `ref` of what comes in place of the control that had the focus. */
export function takeFocus(element: HTMLElement | null): void {
  if (isFocusLost()) element?.focus({ preventScroll: true })
}

/** For a part whose controls come and go with its content: what it is drawn with to hold the focus of one that went. */
export function useHeldFocus<Part extends HTMLElement = HTMLDivElement>(content: unknown) {
  const part = useRef<Part>(null)
  const hadFocus = useRef(false)
  const before = useRef(content)
  useEffect(() => {
    const hasChanged = before.current !== content
    before.current = content
    if (hasChanged && hadFocus.current) takeFocus(part.current)
  }, [content])
  return {
    ref: part,
    tabIndex: -1,
    onFocus: () => {
      hadFocus.current = true
    },
    // Who went elsewhere is there; a control that was taken away leads nowhere.
    onBlur: ({ relatedTarget: next }: FocusEvent) => {
      if (next !== null) hadFocus.current = part.current?.contains(next) ?? false
    },
  }
}

/** What had it is gone. */
function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}
