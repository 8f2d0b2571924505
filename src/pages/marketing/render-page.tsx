import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import type { ServedPage } from '../../domains/content/contract.ts'
import { loadParts } from '../../domains/content/web/blocks/load-parts.ts'
import { PageBlocks } from '../../domains/content/web/blocks/page-blocks.tsx'
import type { Site } from '../../http/page-context.ts'
import { languagePath, languageTag } from '../../shared/i18n/language.ts'
import type { StructuredData } from '../../ui/structured-data.ts'
import { NotFound } from './not-found.tsx'

/** A page as it is published, with its HTML; null where there is none. */
export async function renderPage(
  address: string,
  { ask, settings }: Site,
): Promise<{ page: ServedPage; html: string } | null> {
  const query = { language: languageTag().split('-')[0] ?? 'en' }
  try {
    const page = await ask('GET /pages/:address', { params: { address }, query })
    const parts = await loadParts(ask, page.blocks)
    return { page, html: draw(<PageBlocks page={page} site={settings} parts={parts} />) }
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

export function renderNotFound(): string {
  return draw(<NotFound />)
}

/** Links lead below the language that is read. */
function draw(content: ReactNode): string {
  const home = languagePath('/')
  return renderToStaticMarkup(
    <StaticRouter basename={home} location={home}>
      {content}
    </StaticRouter>,
  )
}

/** Refusals reach a loader as the page's own answer; an address that can be none is refused, too. */
function isMissing(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('init' in error)) return false
  const { init } = error as { init: ResponseInit | null } // by the shape of `data()`
  return init?.status === 404 || init?.status === 400
}

/** The questions of a page, for search engines. */
export function describeQuestions({ blocks }: ServedPage): StructuredData[] {
  const questions = blocks.flatMap((block) => (block.type === 'questions' ? block.items : []))
  if (questions.length === 0) return []
  return [
    {
      '@type': 'FAQPage',
      mainEntity: questions.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    },
  ]
}
