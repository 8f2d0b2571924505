import { createElement, type ReactNode } from 'react'
import { Link } from 'react-router'
import { Prose } from '../../../../ui/prose.tsx'

interface RichHtmlProps {
  /** Of the server's own making from Markdown, never typed. */
  html: string
  /** How each of its elements looks, by its tag. */
  styles?: Readonly<Record<string, string>>
}

const plain = {}

/** Paragraphs, lists and links as elements, so that links of the academy go where its others go. */
export function RichHtml({ html, styles = plain }: RichHtmlProps) {
  return hasMoreThanWords(html) ? <Prose html={html} /> : readElements(html, styles)
}

/** Headings, tables, pictures: they look as they do on the page of a course. */
function hasMoreThanWords(html: string): boolean {
  return /<(?!\/?(?:p|ul|ol|li|a|strong|em|s|br|code)\b)/.test(html)
}

interface Open {
  tag: string
  attributes: string
  children: ReactNode[]
}

function readElements(html: string, styles: Readonly<Record<string, string>>): ReactNode[] {
  const root: Open = { tag: '', attributes: '', children: [] }
  const open = [root]
  const parts = /<(\/?)(\w+)([^<>]*?)\s*\/?>|([^<]+)/g
  for (const [, closing, tag = '', attributes = '', text] of html.matchAll(parts)) {
    const parent = open.at(-1) ?? root
    const key = parent.children.length
    if (text !== undefined) {
      if (text.trim() !== '' || !['', 'ul', 'ol'].includes(parent.tag))
        parent.children.push(decode(text))
    } else if (closing) {
      const done = open.pop()
      const outer = open.at(-1) ?? root
      if (done) outer.children.push(draw(done, styles, outer.children.length))
    } else if (tag === 'br') parent.children.push(<br key={key} />)
    else open.push({ tag, attributes, children: [] })
  }
  return root.children
}

function draw(
  { tag, attributes, children }: Open,
  styles: Readonly<Record<string, string>>,
  key: number,
): ReactNode {
  const className = styles[tag]
  if (tag !== 'a') return createElement(tag, { key, className }, ...children)
  const href = decode(/ href="([^"]*)"/.exec(attributes)?.[1] ?? '')
  if (/^\/(?!pictures\/|api\/)/.test(href)) {
    return (
      <Link key={key} to={href} className="text-link">
        {children}
      </Link>
    )
  }
  const isMail = href.startsWith('mailto:')
  return (
    <a key={key} href={href} className="text-link" rel={isMail ? undefined : 'nofollow noopener'}>
      {children}
    </a>
  )
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

function decode(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? '')
}
