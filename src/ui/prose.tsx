interface ProseProps {
  /** Of the server's own making from Markdown (`description_html`, `text_html`), never typed. */
  html: string
  className?: string
}

/** A text with its headings, lists, links and tables. */
export function Prose({ html, className = '' }: ProseProps) {
  if (html === '') return null
  return <div className={`prose ${className}`} dangerouslySetInnerHTML={{ __html: html }} />
}
