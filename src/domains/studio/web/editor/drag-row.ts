import type { Moved, Place } from './arrange.ts'

interface DragCallbacks {
  onDrop: (moved: Moved, place: Place) => void
  /** A lesson is held over a module that is closed. */
  onOpen: (moduleId: string) => void
}

const beginsAfterPx = 5
const opensAfterMs = 500
const scrollZonePx = 56
const scrollStepPx = 12

/**
 * Drags a row of the outline by mouse, pen or finger, from the press on its handle. One line shows
 * where it would land; nothing is rendered before it is let go, so two thousand rows cost nothing
 * (docs/decisions/0039). Escape takes it back.
 */
export function dragRow(
  press: PointerEvent,
  { root, line, moved }: { root: HTMLElement; line: HTMLElement; moved: Moved },
  { onDrop, onOpen }: DragCallbacks,
): void {
  const handle = press.target instanceof Element ? press.target.closest('button') : null
  if (!handle) return
  let at = { x: press.clientX, y: press.clientY }
  let place: Place | null = null
  let isDragging = false
  let frame = 0
  let opening: { moduleId: string; timer: ReturnType<typeof setTimeout> } | null = null
  const ending = new AbortController()
  const { signal } = ending
  const row = handle.closest<HTMLElement>('[data-row]')

  const openLater = (moduleId: string | null) => {
    if (opening?.moduleId === moduleId) return
    if (opening) clearTimeout(opening.timer)
    opening =
      moduleId === null
        ? null
        : { moduleId, timer: setTimeout(() => onOpen(moduleId), opensAfterMs) }
  }
  const look = () => {
    const found = findPlace(root, moved, at)
    place = found?.place ?? null
    openLater(found?.closedModule ?? null)
    line.hidden = !found
    if (found) line.style.top = `${found.y - root.getBoundingClientRect().top}px`
  }
  const scroll = () => {
    const scroller = findScroller(root)
    const { top, bottom } = scroller.isPage
      ? { top: 0, bottom: window.innerHeight }
      : scroller.element.getBoundingClientRect()
    const by =
      at.y < top + scrollZonePx ? -scrollStepPx : at.y > bottom - scrollZonePx ? scrollStepPx : 0
    if (by !== 0) {
      scroller.element.scrollBy(0, by)
      look()
    }
    frame = requestAnimationFrame(scroll)
  }
  const end = () => {
    ending.abort()
    cancelAnimationFrame(frame)
    openLater(null)
    line.hidden = true
    row?.removeAttribute('data-dragged')
  }
  const move = (event: PointerEvent) => {
    if (event.pointerId !== press.pointerId) return
    at = { x: event.clientX, y: event.clientY }
    if (!isDragging) {
      if (Math.hypot(at.x - press.clientX, at.y - press.clientY) < beginsAfterPx) return
      isDragging = true
      handle.setPointerCapture(press.pointerId)
      row?.setAttribute('data-dragged', '')
      frame = requestAnimationFrame(scroll)
    }
    look()
  }
  const drop = (event: PointerEvent) => {
    if (event.pointerId !== press.pointerId) return
    if (isDragging) swallowClick(handle)
    if (isDragging && place) onDrop(moved, place)
    end()
  }
  window.addEventListener('pointermove', move, { signal })
  window.addEventListener('pointerup', drop, { signal })
  window.addEventListener('pointercancel', end, { signal })
  const takeBack = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return
    if (isDragging) window.addEventListener('pointerup', () => swallowClick(handle), { once: true })
    end()
  }
  window.addEventListener('keydown', takeBack, { signal })
}

/** The click that follows a drag opens nothing. */
function swallowClick(handle: HTMLElement): void {
  const swallow = (event: Event) => {
    event.stopPropagation()
    event.preventDefault()
  }
  handle.addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => handle.removeEventListener('click', swallow, { capture: true }), 50)
}

interface FoundPlace {
  place: Place
  /** Where the line is drawn, in the window. */
  y: number
  closedModule: string | null
}

function findPlace(
  root: HTMLElement,
  moved: Moved,
  { x, y }: { x: number; y: number },
): FoundPlace | null {
  const box = root.getBoundingClientRect()
  const inside = Math.min(Math.max(x, box.left + 8), box.right - 8)
  const under = document.elementFromPoint(inside, y)
  const module = under?.closest<HTMLElement>('[data-module]')
  const moduleId = module?.dataset['module']
  if (!module || moduleId === undefined || !root.contains(module)) return null
  if (moved.kind === 'module') {
    const { top, bottom } = module.getBoundingClientRect()
    const isAfter = y > (top + bottom) / 2
    const to = placeAmong(root, '[data-module]', 'module', module, moved.id, isAfter)
    return { place: { moduleId, to }, y: isAfter ? bottom : top, closedModule: null }
  }
  const lesson = under?.closest<HTMLElement>('[data-lesson]')
  if (lesson) {
    const { top, bottom } = lesson.getBoundingClientRect()
    const isAfter = y > (top + bottom) / 2
    const to = placeAmong(module, '[data-lesson]', 'lesson', lesson, moved.id, isAfter)
    return { place: { moduleId, to }, y: isAfter ? bottom : top, closedModule: null }
  }
  const header = module.querySelector('[data-row]')?.getBoundingClientRect()
  const isClosed = module.querySelector('ol') === null
  const isOnHeader = header !== undefined && y <= header.bottom
  const to = isOnHeader && !isClosed ? 0 : Number.MAX_SAFE_INTEGER
  const edge = isOnHeader ? header.bottom : module.getBoundingClientRect().bottom
  return { place: { moduleId, to }, y: edge, closedModule: isClosed ? moduleId : null }
}

function placeAmong(
  within: HTMLElement,
  selector: string,
  name: 'module' | 'lesson',
  target: HTMLElement,
  movedId: string,
  isAfter: boolean,
): number {
  const others = [...within.querySelectorAll<HTMLElement>(selector)].filter(
    (one) => one.dataset[name] !== movedId,
  )
  const at = others.indexOf(target)
  if (at !== -1) return isAfter ? at + 1 : at
  // Over itself: it stays where it is.
  return [...within.querySelectorAll(selector)].indexOf(target)
}

function findScroller(from: HTMLElement): { element: Element; isPage: boolean } {
  for (let element: HTMLElement | null = from; element; element = element.parentElement) {
    const { overflowY } = getComputedStyle(element)
    const scrolls = overflowY === 'auto' || overflowY === 'scroll'
    if (scrolls && element.scrollHeight > element.clientHeight) return { element, isPage: false }
  }
  return { element: document.scrollingElement ?? document.documentElement, isPage: true }
}
