import { useEffect, useRef } from 'react'
import type {} from '../../http/web/trusted-types.ts'

interface HtmlFrameProps {
  title: string
  /** Of the academy's own making; what it holds of scripts does not run, by the page's policy. */
  html: string
  sandbox?: string
  className: string
  /** Called with the page in the frame once it stands; out of reach in a sandbox of its own origin. */
  onReady?: (page: Document) => void
}

const stylesheet = /<style\b[^>]*>([\s\S]*?)<\/style>/g

/**
 * A page written here, in a frame. By our policy, which holds inside, too, no stylesheet may stand in it
 * that no hash names: they are put on as the frame's own sheets.
 */
export function HtmlFrame({ html, onReady, ...attributes }: HtmlFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const bare = html.replaceAll(stylesheet, '')
    frame.current?.setAttribute('srcdoc', window.trusted?.createHTML(bare) ?? bare)
  }, [html])
  const begin = ({ contentDocument: page, srcdoc }: HTMLIFrameElement) => {
    if (!page?.defaultView || srcdoc === '') return // still empty, or not ours to reach
    const { CSSStyleSheet } = page.defaultView
    page.adoptedStyleSheets = [...html.matchAll(stylesheet)].map(([, css = '']) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      return sheet
    })
    onReady?.(page)
  }
  // oxlint-disable-next-line react/iframe-missing-sandbox, jsx-a11y/iframe-has-title -- given by who uses it
  return <iframe ref={frame} {...attributes} onLoad={({ currentTarget }) => begin(currentTarget)} />
}
