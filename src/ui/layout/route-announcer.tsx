import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/**
 * After a navigation says the new page's title to screen readers, and moves the focus to the
 * page's beginning, as a full page load would. What the address's search leads to has no other title,
 * but may have taken the place of the link that had the focus.
 */
export function RouteAnnouncer() {
  const { pathname, search } = useLocation()
  const [title, setTitle] = useState('')
  const last = useRef({ pathname, search })

  useEffect(() => {
    const { current: before } = last
    if (before.pathname === pathname && before.search === search) return
    last.current = { pathname, search }
    if (before.pathname !== pathname) setTitle(document.title)
    // A screen that took the focus itself, such as a form, keeps it; so does a filter or a search.
    if (document.activeElement?.closest('main')) return
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [pathname, search])

  return (
    <p aria-live="polite" aria-atomic="true" className="sr-only">
      {title}
    </p>
  )
}
