import type { ReactNode } from 'react'
import type { PublicSite } from '../../../../http/page-context.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import type { ServedBlock, ServedPage } from '../../contract.ts'
import { BlockButton } from './block-link.tsx'
import { ContactDetails } from './contact-details.tsx'
import { Hero } from './hero.tsx'
import type { PageParts } from './load-parts.ts'
import { OfferedCourses } from './offered-courses-list.tsx'
import { RichHtml } from './rich-html.tsx'

type Of<Type extends ServedBlock['type']> = Extract<ServedBlock, { type: Type }>

interface PageBlocksProps {
  page: ServedPage
  site: PublicSite
  parts: PageParts
  /** Put around each part, e.g. so that an editor can tell which was pressed. */
  wrap?: (id: string, drawn: ReactNode) => ReactNode
}

interface Drawing extends Omit<PageBlocksProps, 'page'> {
  /** The part with the page's own heading. */
  first: ServedBlock | undefined
}

/** A page, from its first part to its last. */
export function PageBlocks({ page: { title, blocks }, ...rest }: PageBlocksProps) {
  const first = blocks.find(({ type }) => type === 'hero' || type === 'intro')
  const drawing = { ...rest, first }
  return (
    <>
      {first === undefined && <h1 className="sr-only">{title}</h1>}
      {groupBlocks(blocks).map((group) => drawGroup(group, drawing))}
    </>
  )
}

const readTypes = new Set<ServedBlock['type']>([
  'text',
  'teacher',
  'testimonial',
  'picture',
  'film',
  'contact',
])

/** Stands in a column of text. */
function isRead(block: ServedBlock | undefined): boolean {
  if (block?.type === 'call_to_action') return block.heading === ''
  return block !== undefined && readTypes.has(block.type)
}

/** A title goes with what is read below it or with its figures; what is read stands together. */
function groupBlocks(blocks: readonly ServedBlock[]): ServedBlock[][] {
  const groups: ServedBlock[][] = []
  for (const block of blocks) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    const isBelowTitle = last?.type === 'intro' && (isRead(block) || block.type === 'figures')
    if (group && (isBelowTitle || (isRead(last) && isRead(block)))) group.push(block)
    else groups.push([block])
  }
  return groups
}

function drawGroup(group: ServedBlock[], drawing: Drawing): ReactNode {
  const { wrap = (_: string, drawn: ReactNode) => drawn, first } = drawing
  const [block, next] = group
  if (!block) return null
  const wrapped = group.map((part) => (
    <Wrapped key={part.id}>{wrap(part.id, drawPart(part, drawing))}</Wrapped>
  ))
  if (isRead(block) || isRead(next)) {
    return (
      <article key={block.id} className="page-width py-12 sm:py-16">
        <div className="max-w-text">{wrapped}</div>
      </article>
    )
  }
  if (block.type !== 'intro') return wrapped
  return (
    <section key={block.id} className="page-width py-12 sm:py-16">
      {wrap(block.id, <Title block={block} isFirst={block === first} leadStyle="max-w-text " />)}
      {next?.type === 'figures' && wrap(next.id, <LargeFigures block={next} />)}
    </section>
  )
}

function Wrapped({ children }: { children: ReactNode }) {
  return children
}

function drawPart(block: ServedBlock, { first, site, parts }: Drawing): ReactNode {
  switch (block.type) {
    case 'hero':
      return <Hero block={block} figures={site.figures} isFirst={block === first} />
    case 'intro':
      return <Title block={block} isFirst={block === first} leadStyle="" />
    case 'figures':
      return <Figures block={block} />
    case 'courses':
      return <OfferedCourses block={block} courses={parts.offered} />
    case 'bundles':
      return <OfferedCourses block={block} courses={parts.bundles} />
    case 'steps':
      return block.style === 'list' ? (
        <ListedSteps block={block} />
      ) : (
        <NumberedSteps block={block} />
      )
    case 'questions':
      return <Questions block={block} />
    case 'text':
      return <Text block={block} />
    case 'teacher':
      return <Teacher block={block} />
    case 'testimonial':
      return <Testimonial block={block} />
    case 'picture':
      return (
        <img
          src={block.picture}
          alt={block.alt}
          width={1280}
          height={720}
          loading="lazy"
          className="mt-10 w-full rounded-md"
        />
      )
    case 'film':
      return <Film block={block} />
    case 'call_to_action':
      return block.heading === '' ? <Onward block={block} /> : <CallToAction block={block} />
    case 'contact':
      return <ContactDetails block={block} brand={site.brand} officer={parts.officer} />
  }
}

interface TitleProps {
  block: Of<'intro'>
  isFirst: boolean
  leadStyle: string
}

function Title({ block: { heading, lead }, isFirst, leadStyle }: TitleProps) {
  const Heading = isFirst ? 'h1' : 'h2'
  return (
    <>
      <Heading className="text-4xl sm:text-5xl">{heading}</Heading>
      {lead !== '' && <p className={`mt-5 ${leadStyle}text-xl text-ink-soft`}>{lead}</p>}
    </>
  )
}

/** Below a page's title. */
function LargeFigures({ block: { items } }: { block: Of<'figures'> }) {
  if (items.length === 0) return null
  return (
    <dl className="mt-12 grid gap-x-8 gap-y-10 md:grid-cols-3">
      {items.map(({ value, meaning }) => (
        <div key={meaning} className="flex flex-col-reverse justify-end border-t-2 border-ink pt-4">
          <dt className="text-ink-soft">{meaning}</dt>
          <dd className="font-display text-6xl leading-none font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Figures({ block: { items } }: { block: Of<'figures'> }) {
  // The guarantee alone has its own place further down.
  if (items.every(({ is_guarantee }) => is_guarantee)) return null
  return (
    <section aria-label={t('The academy in figures')} className="border-y border-line bg-wash">
      <dl className="page-width grid grid-cols-2 gap-y-6 py-8 lg:grid-cols-4">
        {items.map(({ value, meaning }) => (
          <div key={meaning} className="flex flex-col-reverse justify-end">
            <dt className="text-sm text-ink-soft">{meaning}</dt>
            <dd className="font-display text-3xl leading-tight font-semibold tabular-nums sm:text-4xl">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function NumberedSteps({ block: { id, heading, items } }: { block: Of<'steps'> }) {
  return (
    <section aria-labelledby={id} className="page-width py-16 sm:py-20">
      <h2 id={id} className="text-3xl sm:text-4xl">
        {heading}
      </h2>
      <ol className="mt-10 grid gap-10 md:grid-cols-3 md:gap-8">
        {items.map((item, at) => (
          <li key={item.heading} className="border-t-2 border-ink pt-5">
            <span aria-hidden="true" className="font-display text-5xl font-semibold text-rani">
              {at + 1}
            </span>
            <h3 className="mt-2 text-xl">{item.heading}</h3>
            <p className="mt-2 text-ink-soft">{item.text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

function ListedSteps({ block: { id, heading, items } }: { block: Of<'steps'> }) {
  return (
    <section aria-labelledby={id} className="border-t border-line">
      <div className="page-width grid gap-8 py-16 lg:grid-cols-[1fr_2fr]">
        <h2 id={id} className="text-3xl">
          {heading}
        </h2>
        <ol className="divide-y divide-line border-y border-line">
          {items.map((item) => (
            <li key={item.heading} className="py-6">
              <h3 className="text-xl">{item.heading}</h3>
              <p className="mt-2 max-w-text text-ink-soft">{item.text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

function Questions({ block: { id, heading, html, items } }: { block: Of<'questions'> }) {
  return (
    <section aria-labelledby={id} className="border-t border-line">
      <div className="page-width grid gap-8 py-16 sm:py-20 lg:grid-cols-[1fr_2fr]">
        <div>
          <h2 id={id} className="text-3xl sm:text-4xl">
            {heading}
          </h2>
          <RichHtml html={html} styles={{ p: 'mt-3 text-ink-soft' }} />
        </div>
        <div className="divide-y divide-line border-y border-line">
          {items.map(({ question, answer }) => (
            <details key={question} name={id} className="group">
              <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 font-display text-lg font-semibold [&::-webkit-details-marker]:hidden">
                {question}
                <span
                  aria-hidden="true"
                  className="shrink-0 text-2xl leading-none font-normal text-rani group-open:rotate-45"
                >
                  +
                </span>
              </summary>
              <p className="max-w-text pb-5 text-ink-soft">{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  )
}

const listStyles = {
  ul: 'grid list-disc gap-2 ps-5 marker:text-rani',
  ol: 'grid list-decimal gap-2 ps-5 marker:text-rani',
}

function Text({ block: { heading, html } }: { block: Of<'text'> }) {
  return (
    <section className="mt-10">
      {heading !== '' && <h2 className="text-2xl">{heading}</h2>}
      <div className="mt-3 grid gap-4">
        <RichHtml html={html} styles={listStyles} />
      </div>
    </section>
  )
}

function Teacher({ block: { name, picture, html } }: { block: Of<'teacher'> }) {
  return (
    <section className="mt-10 flex flex-wrap gap-6">
      {picture !== '' && (
        <img
          src={`${picture}/384.webp`}
          alt=""
          width={128}
          height={128}
          loading="lazy"
          className="size-32 rounded-full object-cover"
        />
      )}
      <div className="min-w-56 grow basis-0">
        <h2 className="text-2xl">{name}</h2>
        <div className="mt-3 grid gap-4">
          <RichHtml html={html} styles={listStyles} />
        </div>
      </div>
    </section>
  )
}

function Testimonial({ block: { quote, name, role } }: { block: Of<'testimonial'> }) {
  return (
    <figure className="mt-10 border-s-4 border-marigold ps-5">
      <blockquote className="text-xl whitespace-pre-line">{quote}</blockquote>
      <figcaption className="mt-3 text-ink-soft">
        <span className="font-semibold text-ink">{name}</span>
        {role !== '' && <span className="block text-sm">{role}</span>}
      </figcaption>
    </figure>
  )
}

/** Nothing is fetched from YouTube or Vimeo before somebody opens it. */
function Film({ block: { title, embed_url } }: { block: Of<'film'> }) {
  if (embed_url === null) return null
  return (
    <details className="group mt-10 overflow-hidden rounded-md border border-line bg-sheet">
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 px-5 py-3 font-display text-lg font-semibold [&::-webkit-details-marker]:hidden">
        <span aria-hidden="true" className="text-rani group-open:rotate-90">
          ▶
        </span>
        {title}
      </summary>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- players of another origin need both */}
      <iframe
        src={embed_url}
        title={title}
        loading="lazy"
        allow="autoplay; fullscreen; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
        className="aspect-video min-h-[200px] w-full"
      />
    </details>
  )
}

function CallToAction({
  block: { id, heading, html, button, link },
}: {
  block: Of<'call_to_action'>
}) {
  return (
    <section aria-labelledby={id} className="page-width">
      <div className="flex flex-col items-start justify-between gap-6 rounded-lg border border-marigold bg-sheet p-6 sm:p-10 lg:flex-row lg:items-center">
        <div className="max-w-text">
          <h2 id={id} className="text-2xl sm:text-3xl">
            {heading}
          </h2>
          <RichHtml html={html} styles={{ p: 'mt-2 text-ink-soft' }} />
        </div>
        <BlockButton link={button} />
        <BlockButton link={link} variant="secondary" />
      </div>
    </section>
  )
}

/** The buttons alone, below what was read. */
function Onward({ block: { html, button, link } }: { block: Of<'call_to_action'> }) {
  return (
    <>
      <RichHtml html={html} styles={{ p: 'mt-10' }} />
      <p className="mt-12 flex flex-wrap gap-4">
        <BlockButton link={button} />
        <BlockButton link={link} variant="secondary" />
      </p>
    </>
  )
}
