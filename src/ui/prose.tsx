import { languagePath } from '../shared/i18n/language.ts'

interface ProseProps {
  /** Of the server's own making from Markdown (`description_html`, `text_html`), never typed. */
  html: string
  className?: string
}

/** A text with its headings, lists, links and tables. */
export function Prose({ html, className = '' }: ProseProps) {
  if (html === '') return null
  return (
    <div
      className={`prose ${className}`}
      dangerouslySetInnerHTML={{ __html: keepLanguage(html) }}
    />
  )
}

/** Pages that the text links to are read in the language of this one; files have none. */
function keepLanguage(html: string): string {
  const path = languagePath('')
  if (path === '') return html
  const other = `/|pictures/|api/|(?:[a-z]{2}|${path.slice(1)})[/"]`
  return html.replaceAll(new RegExp(` href="(?=/(?!${other}))`, 'g'), ` href="${path}`)
}
