import type { FastifyInstance } from 'fastify'
import { etagOf, pack } from '../../../../http/server/pages/pack.ts'
import {
  type PreparedResponse,
  preparePacked,
  send,
} from '../../../../http/server/prepared-response.ts'
import type { Made, ResponseCache } from '../../../../http/server/response-cache.ts'
import type { Serve } from '../../../../http/server/serve.ts'
import { runInLanguage } from '../../../../platform/languages/run-in-language.ts'
import type { PdfRenderer } from '../../../../platform/pdf/render-pdf.ts'
import { getBadge, getBadgePicture, getStatusList } from '../../contract.ts'
import { readCertificateId } from '../../read-certificate-id.ts'
import { verifyCertificate } from '../verify-certificate.ts'
import { listPublicKeys } from './badge-keys.ts'
import { bakePng } from './bake-png.ts'
import { drawBadge } from './draw-badge.ts'
import { type BadgeDependencies, issueBadge } from './issue-badge.ts'
import { writeDidDocument } from './write-did-document.ts'
import { writeStatusList } from './write-status-list.ts'

export interface BadgesDependencies extends BadgeDependencies {
  cache: Pick<ResponseCache, 'find'>
  pdfRenderer: PdfRenderer
}

export function badgesRoutes(serve: Serve, deps: BadgesDependencies): void {
  const { cache } = deps

  serve(getBadge, async ({ params }) => (await findBadge(deps, params.certificate_id)).answer)

  serve(getBadgePicture, async ({ params }) => {
    const certificate = await verifyCertificate(deps, params.certificate_id)
    return cache.find(`badge as picture ${certificate.id}`, async () => {
      const { text } = await findBadge(deps, certificate.id)
      const drawn = runInLanguage(undefined, () =>
        drawBadge(deps.pdfRenderer, { ...certificate, brandName: deps.brand.name }),
      )
      const plain = bakePng(await drawn, text)
      const packed = { plain, br: null, gzip: null, etag: etagOf(plain) }
      return made(preparePacked(packed, { ...forTools, 'content-type': 'image/png' }))
    })
  })

  serve(getStatusList, async ({ params }) =>
    cache.find(`status list ${params.list}`, async () => {
      return prepareForTools(await writeStatusList(deps, params.list), 'certificates', 'badge-keys')
    }),
  )
}

/** What `did:web` resolves to; some tools ask for it at the root of the host. */
export function didRoutes(app: FastifyInstance, deps: BadgesDependencies): void {
  for (const path of ['/.well-known/did.json', '/did.json']) {
    app.get(path, { schema: { hide: true } }, async (_, reply) => {
      const document = await deps.cache.find('did document', async () => {
        const written = writeDidDocument(deps.publicUrl(), await listPublicKeys(deps.db))
        return prepareForTools(written, 'badge-keys')
      })
      return send(reply, document)
    })
  }
}

/** As text, and as answer. Kept as long as its certificate is. */
function findBadge(deps: BadgesDependencies, typedId: string) {
  return deps.cache.find(`badge ${readCertificateId(typedId)}`, async () => {
    const text = await issueBadge(deps, await verifyCertificate(deps, typedId))
    const answer = await prepareCredential(text)
    return { value: { text, answer }, sizeInBytes: answer.sizeInBytes + text.length }
  })
}

/** Pages of others may read it; whoever keeps it asks again after a minute. */
const forTools = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'public, max-age=60',
}

/** JSON to be kept until one of the tags is cleared. */
export async function prepareForTools(
  document: object,
  ...tags: string[]
): Promise<Made<PreparedResponse>> {
  return made(await prepareCredential(JSON.stringify(document)), ...tags)
}

async function prepareCredential(json: string): Promise<PreparedResponse> {
  const headers = { ...forTools, 'content-type': 'application/json; charset=utf-8' }
  return preparePacked(await pack(Buffer.from(json), 5), headers)
}

function made(value: PreparedResponse, ...tags: string[]): Made<PreparedResponse> {
  return { value, sizeInBytes: value.sizeInBytes, tags }
}
