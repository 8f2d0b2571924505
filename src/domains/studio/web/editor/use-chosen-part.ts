import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { detailsPart, type Part } from './edited-course.ts'
import { fieldId, panelHeadingId } from './panel-frame.tsx'

/** The part whose panel is open, which stands in the address; and how to go to another. */
export function useChosenPart() {
  const [search, setSearch] = useSearchParams()
  const lesson = search.get('lesson')
  const module = search.get('module')
  const part: Part =
    lesson !== null
      ? { kind: 'lesson', id: lesson }
      : module !== null
        ? { kind: 'module', id: module }
        : detailsPart
  const isPanelOpen = lesson !== null || module !== null || search.has('details')
  const key = keyOf(part)

  const wanted = useRef<{ key: string; field: string | null } | null>(null)
  const [, setRequest] = useState(0)
  // After whichever rendering shows that panel: the address changes a moment after it was asked for.
  useEffect(() => {
    if (wanted.current?.key !== key) return
    const { field } = wanted.current
    wanted.current = null
    const input = field === null ? null : document.getElementById(fieldId(field))
    const found = input ?? document.getElementById(panelHeadingId)
    found?.focus()
    if (field !== null) focusOnceThere(fieldId(field))
  })

  const latestSetSearch = useRef(setSearch)
  useEffect(() => {
    latestSetSearch.current = setSearch
  })
  const choose = useCallback((next: Part, field: string | null = null) => {
    wanted.current = { key: keyOf(next), field }
    const name = next.kind
    // From the outline a step forward, so that a phone's back leads to it again.
    latestSetSearch.current(
      (known) => (isChosen(known, next) ? known : { [name]: 'id' in next ? next.id : '' }),
      { preventScrollReset: true, replace: window.location.search !== '' },
    )
    setRequest((count) => count + 1)
  }, [])
  const close = useCallback(
    () => latestSetSearch.current({}, { replace: true, preventScrollReset: true }),
    [],
  )
  return { part, isPanelOpen, choose, close }
}

/** Some editors are fetched when their lesson is opened. Who went elsewhere by then stays there. */
function focusOnceThere(id: string, triesLeft = 50): void {
  if (triesLeft === 0 || document.activeElement?.id !== panelHeadingId) return
  const field = document.getElementById(id)
  if (field) field.focus()
  else setTimeout(() => focusOnceThere(id, triesLeft - 1), 100)
}

function keyOf(part: Part): string {
  return part.kind === 'details' ? 'details' : `${part.kind}:${part.id}`
}

function isChosen(search: URLSearchParams, part: Part): boolean {
  return search.get(part.kind) === ('id' in part ? part.id : '')
}
