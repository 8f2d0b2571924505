import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useContext, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { PublicSite } from '../../../../http/page-context.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { Skeleton } from '../../../../ui/controls/skeleton.tsx'
import { FramePartsContext } from '../../../../ui/layout/frame-parts.ts'
import { HtmlFrame } from '../../../../ui/layout/html-frame.tsx'
import { useSite } from '../../../../ui/site.ts'
import type { DocumentContent } from '../../blocks.ts'
import { PageBlocks } from '../blocks/page-blocks.tsx'
import { pagePreviewQuery } from './page-queries.ts'
import { blockName, blocksOf } from './page-rules.ts'

interface PagePreviewProps {
  address: string
  content: DocumentContent
  chosenId: string | null
  onChoose: (id: string) => void
}

const pauseInMs = 400

/** The page as visitors will get it, in a window of its own width; a tap on a part opens its form. */
export function PagePreview({ address, content, chosenId, onChoose }: PagePreviewProps) {
  const [settled, setSettled] = useState(content)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(content), pauseInMs)
    return () => clearTimeout(timer)
  }, [content])
  const site = useSite()
  const { data, isError } = useQuery(pagePreviewQuery(address, settled))
  const [page, setPage] = useState<HTMLElement | null>(null)
  const names = new Map(blocksOf(content).map((block) => [block.id, blockName(block)]))
  useEffect(() => {
    page?.querySelector(`[data-part="${CSS.escape(chosenId ?? '')}"]`)?.scrollIntoView({
      block: 'nearest',
    })
  }, [page, chosenId])

  return (
    <section aria-label={t('Preview of the page')} className="grid gap-2">
      {isError && (
        <p className="text-sm text-danger">{t('The preview cannot be shown right now.')}</p>
      )}
      {!data && !isError && <Skeleton label={t('Loading the preview')} className="h-96" />}
      <HtmlFrame
        title={t('The page as visitors will get it')}
        html="<!doctype html><html><head></head><body></body></html>"
        onReady={(page) => setPage(dress(page))}
        className="h-[calc(100dvh-8rem)] w-full rounded-md border border-line bg-paper"
      />
      {page &&
        data &&
        createPortal(
          data.page.frame ? (
            <AroundPages site={{ ...site, frame: data.page.frame }} />
          ) : (
            <PageBlocks
              page={data.page}
              parts={data.parts}
              site={site}
              wrap={wrapIn(names, chosenId, onChoose)}
            />
          ),
          page,
        )}
    </section>
  )
}

/** The menu as it unfolds on a phone, too: in a bar it would be folded at this width. */
function AroundPages({ site }: { site: PublicSite }) {
  const parts = useContext(FramePartsContext)
  if (!parts) return null
  return (
    <div inert className="flex min-h-dvh flex-col justify-between">
      <div>
        <parts.AnnouncementBar site={site} />
        <parts.SiteLinks site={site} className="flex flex-wrap gap-1 border-b border-line p-2" />
      </div>
      <parts.SiteFooter site={site} />
    </div>
  )
}

/** Makes one button of each part, whatever it holds: so nothing in it leads away. */
function wrapIn(
  names: Map<string, string>,
  chosenId: string | null,
  onChoose: (id: string) => void,
): (id: string, drawn: ReactNode) => ReactNode {
  return (id, drawn) => (
    <div key={id} data-part={id} className="relative min-h-11">
      <div inert>{drawn}</div>
      <button
        type="button"
        aria-label={t('Edit: {name}', { name: names.get(id) ?? '' })}
        onClick={() => onChoose(id)}
        className={`absolute inset-0 hover:outline-3 hover:-outline-offset-3 hover:outline-marigold ${id === chosenId ? 'outline-3 -outline-offset-3 outline-marigold' : ''}`}
      />
    </div>
  )
}

/** Gives an empty document the styles, the theme and the language of this page. */
function dress(inside: Document): HTMLElement {
  for (const { name, value } of document.documentElement.attributes) {
    inside.documentElement.setAttribute(name, value)
  }
  const styles = document.querySelectorAll('link[rel="stylesheet"], style')
  inside.head.append(...[...styles].map((style) => style.cloneNode(true)))
  inside.body.className = document.body.className
  return inside.body
}
