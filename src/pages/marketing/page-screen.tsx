import { useContext } from 'react'
import { data, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { isDataContext, serverHtmlContext, siteContext } from '../../http/page-context.ts'
import { paths } from '../../paths.ts'
import { t } from '../../shared/i18n/translate.ts'
import { pageMeta } from '../../ui/page-meta.ts'
import { ServerHtml } from '../../ui/server-html.ts'
import type { StructuredData } from '../../ui/structured-data.ts'
import { HtmlLinks } from './html-links.tsx'
import { describeQuestions, renderNotFound, renderPage } from './render-page.tsx'

interface LoadedPage {
  title: string
  /** Left out: there is no such page. */
  description?: string
  path: string
  /** Left out in a whole page, in which it stands already. */
  html?: string
}

/** What search engines are told of a page, and no browser. */
const structuredData = new WeakMap<object, StructuredData[]>()

/** Home, what owners write, and the answer to every unknown address, which machines hear as well. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { address, '*': unknown } = params
  const isPage = unknown === undefined && address !== 'home'
  const found = isPage ? await renderPage(address ?? 'home', context.get(siteContext)) : null
  const html = found?.html ?? renderNotFound()
  if (!context.get(isDataContext)) context.get(serverHtmlContext).set('page', html)
  const loaded: LoadedPage = {
    title: found?.page.title ?? t('Page not found'),
    ...(found && { description: found.page.description }),
    path: found && address !== undefined ? `/${address}` : paths.home,
    ...(context.get(isDataContext) && { html }),
  }
  if (!found) return data(loaded, { status: 404 })
  structuredData.set(loaded, describeQuestions(found.page))
  return loaded
}

export const meta: MetaFunction<typeof loader> = (args) => {
  const { loaderData } = args
  if (!loaderData) return []
  const about = import.meta.env.SSR ? structuredData.get(loaderData) : undefined
  return pageMeta(args, { ...loaderData, about: about && (() => about) })
}

/** What the server drew: the browser leaves it where it is, and has no script to draw it again. */
export default function PageScreen() {
  const { html } = useLoaderData<typeof loader>()
  const ofServer = useContext(ServerHtml).get('page') ?? ''
  return (
    <>
      <div
        data-html=""
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: html ?? ofServer }}
      />
      <HtmlLinks />
    </>
  )
}
