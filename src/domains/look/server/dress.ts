import { buffer } from 'node:stream/consumers'
import type { Database } from '../../../platform/database/database.ts'
import type { MediaStore } from '../../../platform/media/media-store.ts'
import type { DressInputs } from '../../../platform/pdf/render-pdf.ts'
import { type CertificateLook, describeLogo, type Look } from '../look.ts'
import { type LogoFile, logoPath } from '../look-addresses.ts'
import { contrast } from '../oklch.ts'
import { recolouring, sheetColours } from '../recolour.ts'
import { findPapers } from '../write-look-css.ts'
import { logoKey } from './keep-logo.ts'
import { readLook } from './keep-looks.ts'

type ReadMedia = Pick<MediaStore, 'read'>

/** What a sheet takes over from a look: its colours, those of its drawings, the mark, and who signs. */
export async function dressSheets(media: ReadMedia, look: Look): Promise<DressInputs> {
  const recolour = recolouring(look) ?? ((svg: string) => svg)
  const mark = look.logo === null ? null : await drawMark(media, look)
  const certificate = await dressCertificate(media, look.certificate)
  return (inputs) => {
    const dressed = Object.entries(inputs).map(([name, text]) => [
      name,
      text.startsWith('<svg ') ? recolour(text) : text,
    ])
    return {
      ...Object.fromEntries(dressed),
      ...sheetColours(look),
      ...certificate,
      ...(mark !== null && { mark }),
    }
  }
}

/** Inputs of `certificate-template.typ`. */
async function dressCertificate(
  media: ReadMedia,
  { design, border, signatory, signatory_title, signature }: CertificateLook,
): Promise<Record<string, string>> {
  const layout = { design, borderKind: border }
  if (signatory === '') return layout
  const written =
    signature && (await embed(media, signature, 'signature', describeLogo(signature).aspect))
  return {
    ...layout,
    signatoryName: signatory,
    signatoryTitle: signatory_title,
    ...(written && { signature: written }),
  }
}

/** Sheets of a time look as the academy did then. */
export function findDressOfSheets(db: Database, media: ReadMedia) {
  return async (at: Date): Promise<DressInputs> => dressSheets(media, await readLook(db, at))
}

/** A square with the logo in it; on its plate where paper would swallow it. Null: the file is gone. */
async function drawMark(media: ReadMedia, look: Look): Promise<string | null> {
  const logo = look.logo ?? ''
  const isLost = contrast(describeLogo(logo).colour, findPapers(look).light) < 2
  return embed(media, logo, isLost ? 'icon-192' : 'mark', 1)
}

/** As SVG, which sheets are drawn from. */
async function embed(
  media: ReadMedia,
  id: string,
  file: LogoFile,
  aspect: number,
): Promise<string | null> {
  const found = await media.read(logoKey(id, file))
  if (!found) return null
  const data = (await buffer(found.stream)).toString('base64')
  const width = Math.round(100 * aspect)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 100"><image width="${width}" height="100" href="data:image/png;base64,${data}"/></svg>`
}

/** A mail in the look: only its styles are touched, and the mark beside the name. */
export function dressMail(html: string, look: Look): string {
  const recolour = recolouring(look)
  const { logo } = look
  const inColour = recolour ? html.replaceAll(/ style="[^"]*"/g, (style) => recolour(style)) : html
  if (logo === null) return inColour
  return inColour.replace('/icon-192.png"', () => `${logoPath(logo, 'icon-192')}"`)
}

/** Mails wear the look of the moment in which they are written. */
export async function findDressOfMails(db: Database): Promise<(html: string) => string> {
  const look = await readLook(db)
  return (html) => dressMail(html, look)
}
