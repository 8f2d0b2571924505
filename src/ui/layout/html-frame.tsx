import { useEffect, useRef } from 'react'

interface HtmlFrameProps {
  title: string
  /** Of the academy's own making; what it holds of scripts does not run, by the page's policy. */
  html: string
  sandbox?: string
  className: string
  /** Called with the page in the frame once it stands; out of reach in a sandbox of its own origin. */
  onReady?: (page: Document) => void
}

/** A page written here, in a frame. React would write its HTML as a string, which no page of ours takes. */
export function HtmlFrame({ html, onReady, ...attributes }: HtmlFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  /** Where the page before it was scrolled to. */
  const top = useRef(0)
  useEffect(() => {
    // A page still on its way has no place of its own until somebody scrolls it, at first not even a root.
    const page = frame.current?.contentDocument
    const scrolled = page?.scrollingElement?.scrollTop ?? 0
    if (scrolled > 0 || page?.readyState === 'complete') top.current = scrolled
    frame.current?.setAttribute('srcdoc', window.trusted?.createHTML(html) ?? html)
  }, [html])
  const begin = ({ contentDocument, srcdoc }: HTMLIFrameElement) => {
    if (!contentDocument || srcdoc === '') return
    // Whoever has scrolled it meanwhile stays.
    contentDocument.documentElement.scrollTop ||= top.current
    onReady?.(contentDocument)
  }
  // oxlint-disable-next-line react/iframe-missing-sandbox, jsx-a11y/iframe-has-title -- given by who uses it
  return <iframe ref={frame} {...attributes} onLoad={({ currentTarget }) => begin(currentTarget)} />
}
