/** As large as any signature with its certificate here, in bytes. */
export const signatureAtMostInBytes = 4096

export interface SignedFacts {
  /** Who signs, as readers show it. */
  name: string
  reason: string
  signedAt: Date
  /** Kept in the file beside the signature, and covered by it. */
  facts: unknown
}

/** A PDF with room for a signature in it. */
export interface PreparedPdf {
  /** All that is signed, in two parts: what stands before the room and what stands behind it. */
  before: Buffer
  behind: Buffer
}

/**
 * Adds an invisible signature field by an incremental update, as PDF 2.0 has it in 7.5.6 and 12.8: what was
 * there stays byte for byte. For the PDFs that `render-pdf.ts` makes: one page, a plain table of places.
 */
export function prepareSignature(pdf: Buffer, signed: SignedFacts): PreparedPdf {
  const text = pdf.toString('latin1')
  const tableAt = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1])
  const trailer = /trailer\s*<<([\s\S]*?)>>\s*startxref/.exec(text.slice(tableAt))?.[1] ?? ''
  const size = Number(/\/Size (\d+)/.exec(trailer)?.[1])
  const root = readReference(trailer, 'Root')
  const catalog = readObject(text, tableAt, root)
  const pages = readObject(text, tableAt, readReference(catalog, 'Pages'))
  const page = Number(/\/Kids \[(\d+) 0 R\]/.exec(pages)?.[1])
  const [signature, field] = [size, size + 1]

  const objects: [number: number, body: string][] = [
    [page, addToPage(readObject(text, tableAt, page), field)],
    [root, `${catalog}\n/AcroForm <</Fields [${field} 0 R] /SigFlags 3>>`],
    [
      field,
      `/Type /Annot /Subtype /Widget /FT /Sig /T ${textString('Signature')} /V ${signature} 0 R
/P ${page} 0 R /Rect [0 0 0 0] /F 132`,
    ],
    // The last one, so that all that changes with the length of the file stands before it.
    [signature, describeSignature(signed)],
  ]
  let update = pdf.at(-1) === 0x0a ? '' : '\n'
  const places: [number: number, at: number][] = []
  for (const [number, body] of objects) {
    places.push([number, pdf.length + update.length])
    update += `${number} 0 obj\n<<\n${body}\n>>\nendobj\n`
  }
  const startsAt = pdf.length + update.length
  const rows = places.map(
    ([number, at]) => `${number} 1\n${String(at).padStart(10, '0')} 00000 n \n`,
  )
  const kept = trailer.replace(/\/Size \d+/, `/Size ${size + 2}`).trim()
  update += `xref\n${rows.join('')}trailer\n<<\n${kept}\n/Prev ${tableAt}\n>>\nstartxref\n${startsAt}\n%%EOF\n`

  const roomAt = pdf.length + update.indexOf(room)
  const roomEndsAt = roomAt + room.length
  const inAll = pdf.length + update.length
  const range = [0, roomAt, roomEndsAt, inAll - roomEndsAt]
  update = update.replace(rangeRoom, `[${range.join(' ')}]`.padEnd(rangeRoom.length))
  const whole = Buffer.concat([pdf, Buffer.from(update, 'latin1')])
  return { before: whole.subarray(0, roomAt), behind: whole.subarray(roomEndsAt) }
}

/** The file with its signature, a CMS structure in DER. */
export function putSignature({ before, behind }: PreparedPdf, signature: Buffer): Buffer {
  if (signature.length > signatureAtMostInBytes) throw new Error('The signature has no room')
  const hex = signature.toString('hex').padEnd(signatureAtMostInBytes * 2, '0')
  return Buffer.concat([before, Buffer.from(`<${hex}>`, 'latin1'), behind])
}

const room = `<${'0'.repeat(signatureAtMostInBytes * 2)}>`
const rangeRoom = `[0 ${'*'.repeat(36)}]`

function describeSignature({ name, reason, signedAt, facts }: SignedFacts): string {
  const at = signedAt.toISOString().replaceAll(/\D/g, '').slice(0, 14)
  const json = Buffer.from(JSON.stringify(facts)).toString('hex')
  return `/Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached
/Name ${textString(name)} /Reason ${textString(reason)} /M (D:${at}Z)
/CertifiedFacts <${json}>
/ByteRange ${rangeRoom}
/Contents ${room}`
}

/** Its kind is spelt another way: whoever counts pages by searching the file goes on to find one. */
function addToPage(page: string, field: number): string {
  const respelt = page.replace('/Type /Page', '/Type /P#61ge')
  const [annotations] = /\/Annots \[[^\]]*/.exec(respelt) ?? []
  return annotations
    ? respelt.replace(annotations, `${annotations} ${field} 0 R`)
    : `${respelt}\n/Annots [${field} 0 R]`
}

/** What stands between the angle brackets of an object that is a dictionary. */
function readObject(text: string, tableAt: number, number: number): string {
  const rows = /^xref\s+0 \d+\s*\n/.exec(text.slice(tableAt, tableAt + 40))?.[0]
  if (rows === undefined) throw new Error('The table of this PDF is of another kind')
  const rowAt = tableAt + rows.length + number * 20
  const at = Number(text.slice(rowAt, rowAt + 10))
  const body = /^\d+ 0 obj\s*<<([\s\S]*?)>>\s*endobj/.exec(text.slice(at, at + 20_000))?.[1]
  if (body === undefined) throw new Error(`Object ${number} of this PDF is no dictionary`)
  return body.trim()
}

function readReference(dictionary: string, name: string): number {
  return Number(new RegExp(`/${name} (\\d+) 0 R`).exec(dictionary)?.[1])
}

/** Text of any script, as UTF-16 with its mark. */
function textString(text: string): string {
  return `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`
}
