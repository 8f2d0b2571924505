import { useEffect, useState } from 'react'
import { PrefetchPageLinks, useHref, useNavigate } from 'react-router'

/**
 * Lets links in HTML of the server's making (`data-html`) go where those of screens go, without a new
 * page, and ends a film whose fold is closed.
 */
export function HtmlLinks() {
  const navigate = useNavigate()
  const home = useHref('/')
  const [intended, setIntended] = useState<string | null>(null)
  useEffect(() => {
    const readLink = ({ target }: Event): string | null => {
      const link = target instanceof Element && target.closest('[data-html] a[data-discover]')
      const path = link && link.getAttribute('href')
      return path ? (home === '/' ? path : path.slice(home.length) || '/') : null
    }
    const intend = (event: Event) => {
      const path = readLink(event)
      if (path) setIntended(path)
    }
    const go = (event: MouseEvent) => {
      const { defaultPrevented, button, metaKey, ctrlKey, shiftKey, altKey } = event
      const path = readLink(event)
      if (!path || defaultPrevented || button || metaKey || ctrlKey || shiftKey || altKey) return
      event.preventDefault()
      void navigate(path)
    }
    // A film in a closed fold would play on unseen: browsers stop only what leaves the page.
    const endFilmIn = (fold: Element) => {
      const film = fold.querySelector('iframe')
      film?.replaceWith(film.cloneNode())
    }
    const endFilm = ({ target }: Event) => {
      if (target instanceof HTMLDetailsElement && !target.open) endFilmIn(target)
    }
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener('click', go, { signal })
    document.addEventListener('pointerover', intend, { signal })
    document.addEventListener('focusin', intend, { signal })
    document.addEventListener('toggle', endFilm, { signal, capture: true })
    // Opened and closed again before anybody listened.
    for (const fold of document.querySelectorAll('details:not([open])')) endFilmIn(fold)
    return () => listening.abort()
  }, [navigate, home])
  return intended && <PrefetchPageLinks page={intended} />
}
