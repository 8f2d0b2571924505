import type { PublicSite } from '../../../http/page-context.ts'
import { renderMarkdown } from '../../../platform/markdown/render-markdown.ts'
import { formatStars } from '../../../shared/format-stars.ts'
import { languageTag } from '../../../shared/i18n/language.ts'
import { t, translate } from '../../../shared/i18n/translate.ts'
import type { PublicFigures } from '../../analytics/server/count-public-figures.ts'
import { recogniseVideoLink } from '../../catalogue/video-link.ts'
import { type Block, type Link, type PageContent, placeholders } from '../blocks.ts'
import type { ServedBlock, ServedPage } from '../contract.ts'

export interface ServingFacts extends Pick<PublicSite, 'brand' | 'figures'> {
  /** Null: the page shows none that is counted. */
  computed: PublicFigures | null
}

/** A page as visitors read it: placeholders filled, Markdown as HTML, figures counted. */
export function servePage(
  { title, description, blocks }: PageContent,
  facts: ServingFacts,
): ServedPage {
  const say = fillWith(facts)
  return {
    title: say(title),
    description: say(description),
    blocks: blocks.map((block) => serveBlock(block, facts, say)),
  }
}

type Say = (text: string) => string

function serveBlock(block: Block, facts: ServingFacts, say: Say): ServedBlock {
  const { id } = block
  const inHtml = (markdown: string) => writeHtml(markdown, facts)
  const linked = (link: Link) => (link.to === '' ? null : { label: say(link.label), to: link.to })
  switch (block.type) {
    case 'hero': {
      const { type, heading, lead, button, link, shows_price } = block
      const links = { button: linked(button), link: linked(link) }
      return { type, id, heading: say(heading), lead: say(lead), ...links, shows_price }
    }
    case 'intro':
      return { type: block.type, id, heading: say(block.heading), lead: say(block.lead) }
    case 'figures':
      return {
        type: block.type,
        id,
        items: block.items.flatMap((item) => figure(item, facts, say)),
      }
    case 'courses':
    case 'bundles':
      return { type: block.type, id, heading: say(block.heading), button: linked(block.button) }
    case 'steps': {
      const { type, style } = block
      const items = block.items.map(({ heading, text }) => ({
        heading: say(heading),
        text: say(text),
      }))
      return { type, id, heading: say(block.heading), style, items }
    }
    case 'questions': {
      const items = block.items.map((item) => ({
        question: say(item.question),
        answer: say(item.answer),
      }))
      return { type: block.type, id, heading: say(block.heading), html: inHtml(block.lead), items }
    }
    case 'text':
      return { type: block.type, id, heading: say(block.heading), html: inHtml(block.text) }
    case 'teacher': {
      const { type, picture } = block
      return { type, id, name: say(block.name), picture, html: inHtml(block.text) }
    }
    case 'testimonial': {
      const { type, quote, name, role } = block
      return { type, id, quote, name, role }
    }
    case 'picture':
      return { type: block.type, id, picture: block.picture, alt: say(block.alt) }
    case 'film':
      return { type: block.type, id, title: say(block.title), embed_url: embedUrl(block.url) }
    case 'call_to_action': {
      const { type, heading, text, button, link } = block
      const links = { button: linked(button), link: linked(link) }
      return { type, id, heading: say(heading), html: inHtml(text), ...links }
    }
    case 'contact':
      return { type: block.type, id, note: say(block.note) }
  }
}

type FigureItem = Extract<Block, { type: 'figures' }>['items'][number]

/** Nothing while nobody has set it, or nothing is there to count. */
function figure(
  { source, value, meaning }: FigureItem,
  { figures, computed }: ServingFacts,
  say: Say,
) {
  const settings: Partial<Record<FigureItem['source'], string | null>> = {
    students: figures.students,
    success_rate: figures.successRate,
    rating: figures.rating,
    guarantee: t('{days, plural, one {# day} other {# days}}', { days: figures.guaranteeInDays }),
    typed: value,
  }
  const count = Object.entries(computed ?? {}).find(([name]) => name === source)?.[1]
  const write = source === 'average_rating' ? formatStars : writeNumber
  const said = count === undefined ? settings[source] : write(count)
  if (!said || count === 0) return []
  return [{ value: said, meaning: say(meaning), is_guarantee: source === 'guarantee' }]
}

function writeNumber(count: number): string {
  return new Intl.NumberFormat(languageTag()).format(count)
}

function fillWith({ brand, figures }: ServingFacts): Say {
  const values: Record<(typeof placeholders)[number], string> = {
    academy: brand.name,
    subject: brand.subject ?? t('to make films with AI'),
    guarantee_days: writeNumber(figures.guaranteeInDays),
    support_email: brand.supportEmail,
    support_phone: brand.supportPhone,
    support_hours: translate(brand.supportHours),
    postal_address: brand.postalAddress,
  }
  const daysOf = (name: string, days: string) =>
    name === 'guarantee_days' && figures.guaranteeInDays === 1 ? days.replace('days', 'day') : days
  return (text) =>
    text.replaceAll(inBraces, (written, name: string, days = '') =>
      isPlaceholder(name) ? values[name] + daysOf(name, days) : written,
    )
}

/** With the word that has to agree with a number of days. */
const inBraces = /\{(\w+)\}( days\b)?/g

function isPlaceholder(name: string): name is (typeof placeholders)[number] {
  return (placeholders as readonly string[]).includes(name)
}

/** The address of support leads to a mail; what is filled in is never read as Markdown. */
function writeHtml(markdown: string, facts: ServingFacts): string {
  const say = fillWith(facts)
  const linked = markdown.replaceAll(/(?<!mailto:)\{support_email\}/g, '<{support_email}>')
  const filled = linked.replaceAll(inBraces, (name) =>
    name === '{support_email}' ? say(name) : say(name).replaceAll(/[\\`*_[\]<>#|~]/g, '\\$&'),
  )
  return renderMarkdown(filled)
}

/** Never the typed address itself. */
function embedUrl(url: string): string | null {
  const link = recogniseVideoLink(url)
  if (link?.provider === 'youtube') {
    const start = link.startInSeconds === undefined ? '' : `&start=${link.startInSeconds}`
    return `https://www.youtube-nocookie.com/embed/${link.id}?autoplay=1&rel=0${start}`
  }
  if (link?.provider !== 'vimeo') return null
  const query = new URLSearchParams({ autoplay: '1', dnt: '1', ...(link.hash && { h: link.hash }) })
  const start = link.startInSeconds === undefined ? '' : `#t=${link.startInSeconds}s`
  return `https://player.vimeo.com/video/${link.id}?${query}${start}`
}
