/**
 * Presses what somebody pressed though it moved away before they let go, as what stands above it came in
 * that moment: browsers tell such a click to what holds both places. Who moves away from it themselves
 * takes their press back, as everywhere.
 *
 * Runs in the page, where it arrives as text: it may use nothing from outside itself. Every page has it:
 * kept small.
 */
export function pressWhatMoved(): void {
  let from: PointerEvent | undefined
  addEventListener('pointerdown', (event) => (from = event), true)
  const press = (event: MouseEvent) => {
    // By a key, or by a script as below, there is no count.
    if (!from || !event.detail) return
    const pressed = (from.target as Element).closest<HTMLElement>('a,button,label,summary')
    const target = event.target as Element
    if (!pressed || target === pressed || !target.contains(pressed)) return
    if (Math.hypot(event.x - from.x, event.y - from.y) > 9) return
    event.preventDefault()
    event.stopImmediatePropagation()
    pressed.click()
  }
  addEventListener('click', press, true)
}
