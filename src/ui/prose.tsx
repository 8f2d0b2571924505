import { languagePath } from '../shared/i18n/language.ts'
import { useSite } from './site.ts'

interface ProseProps {
  /** Of the server's own making from Markdown (`description_html`, `text_html`), never typed. */
  html: string
  className?: string
}

/** A text with its headings, lists, links and tables. */
export function Prose({ html, className = '' }: ProseProps) {
  if (html === '') return null
  const Text = languagePath('') === '' ? HtmlText : TranslatedText
  return <Text html={html} className={`prose ${className}`} />
}

function HtmlText({ html, className }: Required<ProseProps>) {
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />
}

/** Pages that the text links to are read in the language of this one; files have none. */
function TranslatedText({ html, className }: Required<ProseProps>) {
  const codes = useSite().languages.map(({ code }) => code)
  const other = `/|pictures/|api/|(?:${codes.join('|')})[/"?#]`
  const links = new RegExp(` href="(?=/(?!${other}))`, 'g')
  return (
    <HtmlText html={html.replaceAll(links, ` href="${languagePath('')}`)} className={className} />
  )
}
