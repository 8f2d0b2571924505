const controls = 'a, button, input, label, select, summary, textarea'

/**
 * Presses what somebody pressed though it moved away before they let go, as what stands above it came in
 * that moment: of a mouse browsers tell such a click to what holds both places, of a finger to what has
 * come under it. Who moves away themselves takes their press back, as everywhere. Every page loads it:
 * kept small.
 */
export function pressWhatMoved(): void {
  let from: PointerEvent | undefined
  addEventListener('pointerdown', (event) => (from = event), true)
  const press = (event: MouseEvent) => {
    const down = event.detail > 0 ? from : undefined // by a key, or by a script: none
    from = undefined
    if (!down || (event.target as Element).closest(controls)) return
    const pressed = (down.target as Element).closest<HTMLElement>(controls)
    const movedBy = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY)
    if (!pressed?.isConnected || movedBy > 9) return
    event.preventDefault()
    event.stopImmediatePropagation()
    pressed.click()
  }
  addEventListener('click', press, true)
}
