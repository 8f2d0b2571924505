import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/**
 * After a navigation says the new page's title to screen readers, and moves the focus to the
 * page's beginning, as a full page load would.
 */
export function RouteAnnouncer() {
  const { pathname } = useLocation()
  const [title, setTitle] = useState('')
  const lastPathname = useRef(pathname)

  useEffect(() => {
    if (lastPathname.current === pathname) return
    lastPathname.current = pathname
    setTitle(document.title)
    // A screen that took the focus itself, such as a form, keeps it.
    if (document.activeElement?.closest('main')) return
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [pathname])

  return (
    <p aria-live="polite" aria-atomic="true" className="sr-only">
      {title}
    </p>
  )
}
