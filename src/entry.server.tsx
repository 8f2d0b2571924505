import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { serverHtmlContext, siteContext } from './http/page-context.ts'
import { reports } from './http/page-handler.ts'
import { firstScript } from './ui/document.tsx'
import { offerScript } from './ui/layout/language-offer.tsx'
import { ServerHtml } from './ui/server-html.ts'

export { createPageHandler } from './http/page-handler.ts'

/** Renders a page to its last byte: pages are kept and sent whole, never streamed. */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loaded: RouterContextProvider,
): Promise<Response> {
  const html = markKnown(await renderToText(request, context, loaded), loaded)
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(html, { status, headers })
}

const known = [`<script>${firstScript}</script>`, `<script>${offerScript}</script>`]

/** The router marks what it writes; what else is ours is known by its text. */
function markKnown(html: string, loaded: RouterContextProvider): string {
  const { inlineMark } = loaded.get(siteContext)
  if (inlineMark === undefined) return html
  return known.reduce(
    (marked, text) => marked.replace(text, () => text.replace('>', ` nonce="${inlineMark}">`)),
    html,
  )
}

/** Reports what broke while a page was made. Refusals and missing pages are answers, not faults. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (isRouteErrorResponse(error) && error.status < 500) return
  reports.get(request)?.(error)
}

async function renderToText(
  request: Request,
  context: EntryContext,
  loaded: RouterContextProvider,
): Promise<string> {
  const { inlineMark } = loaded.get(siteContext)
  const mark = inlineMark === undefined ? {} : { nonce: inlineMark }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const sink = new Writable({
      write(chunk: Buffer | string, _encoding, done) {
        chunks.push(Buffer.from(chunk))
        done()
      },
      final(done) {
        done()
        resolve(Buffer.concat(chunks).toString())
      },
    })
    const { pipe } = renderToPipeableStream(
      <ServerHtml value={loaded.get(serverHtmlContext)}>
        <ServerRouter context={context} url={request.url} {...mark} />
      </ServerHtml>,
      {
        ...mark,
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady: () => pipe(sink),
        onShellError: reject,
        onError: (error) => handleError(error, { request }),
      },
    )
  })
}
