import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { ProblemError } from '../../../http/problem.ts'
import { acceptPictures } from '../../../http/server/accept-pictures.ts'
import { etagOf } from '../../../http/server/pages/pack.ts'
import {
  type PreparedResponse,
  preparePacked,
  send,
} from '../../../http/server/prepared-response.ts'
import type { Made, ResponseCache } from '../../../http/server/response-cache.ts'
import type { Serve } from '../../../http/server/serve.ts'
import { renderMail, type Sender } from '../../../integrations/mail/render-mail.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { MediaStore } from '../../../platform/media/media-store.ts'
import type { DressInputs } from '../../../platform/pdf/render-pdf.ts'
import { t } from '../../../shared/i18n/translate.ts'
import * as contract from '../contract.ts'
import { deriveThemes } from '../derive-theme.ts'
import { isLogoId, type Look } from '../look.ts'
import { type LogoFile, logoFiles, logoPath } from '../look-addresses.ts'
import { fontFiles } from '../typefaces.ts'
import { writeLookCss } from '../write-look-css.ts'
import { dressMail, dressSheets } from './dress.ts'
import { keepLogo, keepSignature, logoKey } from './keep-logo.ts'
import { describeLooks, findLook, publish, readPublishedLook, saveDraft } from './keep-looks.ts'
import { specimenMail } from './specimen-mail.ts'

interface LookDependencies {
  db: Database
  cache: Pick<ResponseCache, 'find'>
  media: MediaStore
  /** A `serve` of this scope. */
  serveIn: (app: FastifyInstance) => Serve
  sender: Sender
  /** A certificate about nothing for somebody: as SVG, and as PDF in base64. */
  printSpecimen: (dress: DressInputs, name: string) => { picture: string; pdf_data: string }
}

export function lookRoutes(app: FastifyInstance, serve: Serve, deps: LookDependencies): void {
  const { db, media, cache } = deps

  serve(contract.getLook, () => describeLooks(db))

  serve(contract.saveLookDraft, async ({ body: { revision, ...look }, caller }) => {
    await requirePictures(media, look)
    await saveDraft(db, look, { by: caller.learnerId, revision })
    return describeLooks(db)
  })

  serve(contract.publishLook, async ({ body: { revision, part, ...look }, caller, audit }) => {
    await requirePictures(media, look)
    await publish(db, look, { by: caller.learnerId, revision, part, audit })
    return describeLooks(db)
  })

  serve(contract.restoreLook, async ({ params, caller, audit }) => {
    const look = await readPublishedLook(db, params.number)
    await publish(db, look, { by: caller.learnerId, audit })
    return describeLooks(db)
  })

  serve(contract.previewLook, async ({ body }) => ({
    css: writeLookCss(body),
    mail: dressMail(renderMail(specimenMail(), deps.sender).html, body),
    mended: body.colour === null ? [] : deriveThemes({ ...body, colour: body.colour }).mended,
  }))

  serve(contract.printSpecimen, async ({ body }) =>
    deps.printSpecimen(await dressSheets(media, body.look), body.name),
  )

  void app.register(async (app) => {
    const readBody = acceptPictures(app, { otherwise: 'logo_type_wrong', megabytesAtMost: 2 })
    deps.serveIn(app)(contract.uploadLogo, async ({ request }) => ({
      logo: await keepLogo(media, await readBody(request.body)),
    }))
    deps.serveIn(app)(contract.uploadSignature, async ({ request }) => ({
      signature: await keepSignature(media, await readBody(request.body)),
    }))
  })

  const hidden = { schema: { hide: true } }
  app.get<{ Params: { file: string } }>('/look/fonts/:file', hidden, async (request, reply) => {
    const { file } = request.params
    const module = fontFiles.get(file)
    if (module === undefined) return reply.code(404).send()
    const font = await cache.find(`/look/fonts/${file}`, async () => {
      const content = await readFile(createRequire(import.meta.url).resolve(module))
      return made(content, { 'content-type': 'font/woff2', 'cache-control': forEver })
    })
    return send(reply, font)
  })
  app.get<{ Params: { id: string; file: string } }>(
    '/look/:id/:file',
    hidden,
    async (request, reply) => {
      const { id } = request.params
      const file = logoFiles.find((name) => `${name}.png` === request.params.file)
      if (!isLogoId(id) || !file) return reply.code(404).send()
      return send(reply, await cache.find(logoPath(id, file), () => prepare(media, id, file)))
    },
  )
}

/** Refuses a logo and a signature that were not uploaded here. */
async function requirePictures(media: MediaStore, { logo, certificate }: Look): Promise<void> {
  const require = async (path: string, id: string | null, file: LogoFile) => {
    if (id === null || (await media.sizeOf(logoKey(id, file))) !== null) return
    const message = t('Please upload the picture again.')
    throw new ProblemError('invalid_input', { errors: [{ path, message }], detail: message })
  }
  await require('logo', logo, 'mark')
  await require('certificate.signature', certificate.signature, 'signature')
}

const forEver = 'public, max-age=31536000, immutable'

function made(
  content: Buffer,
  headers: Record<string, string>,
  status = 200,
): Made<PreparedResponse> {
  const packed = { plain: content, br: null, gzip: null, etag: etagOf(content) }
  const value = preparePacked(packed, headers, status)
  return { value, sizeInBytes: content.length, isKept: status === 200 }
}

async function prepare(
  media: Pick<MediaStore, 'read'>,
  id: string,
  file: LogoFile,
  cacheControl = forEver,
): Promise<Made<PreparedResponse>> {
  const found = await media.read(logoKey(id, file))
  const content = found ? await buffer(found.stream) : Buffer.from('There is no such picture.')
  const headers = found
    ? { 'content-type': 'image/png', 'cache-control': cacheControl }
    : { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }
  // Mail programs and share pictures of others show it, too.
  const shared = { ...headers, 'cross-origin-resource-policy': 'cross-origin' }
  return made(content, shared, found ? 200 : 404)
}

/** What browsers and phones ask for by addresses that never change, by what is made of a logo. */
const icons: Record<string, LogoFile> = {
  '/favicon.ico': 'icon-32',
  '/favicon.svg': 'icon-192',
  '/apple-touch-icon.png': 'icon-180',
  '/icon-192.png': 'icon-192',
  '/icon-512.png': 'icon-512',
  '/icon-maskable-512.png': 'maskable-512',
}

/**
 * Icons of the logo in the place of the built ones. Returns what finds built files ahead of routing: all
 * but these.
 */
export function iconRoutes(
  app: FastifyInstance,
  deps: Pick<LookDependencies, 'db' | 'cache' | 'media'>,
  findBuilt: (url: string) => PreparedResponse | undefined,
): (url: string) => PreparedResponse | undefined {
  for (const [url, file] of Object.entries(icons)) {
    app.get(url, { schema: { hide: true } }, async (_, reply) => {
      const icon = await deps.cache.find(url, async () => {
        const { logo } = await findLook(deps)
        const built = findBuilt(url)
        if (logo !== null) return prepare(deps.media, logo, file, 'public, max-age=3600')
        if (!built) throw new ProblemError('not_found')
        return { value: built, sizeInBytes: built.sizeInBytes }
      })
      return send(reply, icon)
    })
  }
  return (url) => (Object.hasOwn(icons, url.replace(/\?.*/s, '')) ? undefined : findBuilt(url))
}
