import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ContentInfo, SignedData } from 'pkijs'
import { afterAll, expect, test } from 'vitest'
import { completeCourse, makeCourse, makeLearner } from '../../../../../tests/support/factories.ts'
import { startTestServer } from '../../../../../tests/support/start-test-server.ts'
import { getCertificate, listDocumentKeys } from '../../contract.ts'
import { isPdfSignedWith, readPdfSignature } from '../../web/read-pdf-signature.ts'
import { makeDocumentKey } from './document-keys.ts'

const server = await startTestServer()
const { db, visitor, settings } = server
afterAll(() => server.close())

async function makeCertificate(name = 'मीरा "Nair" 🪔') {
  const learner = await makeLearner(db, { name })
  const course = await makeCourse(db)
  await completeCourse(db, learner, course)
  const read = async (language?: string) => {
    const request = { params: { course_id: course.id }, query: { language } }
    const { pdf_data, certificate_id } = await server.as(learner)(getCertificate, request)
    return { pdf: Buffer.from(pdf_data, 'base64'), id: certificate_id }
  }
  return { course, read, ...(await read()) }
}

async function isOurs(pdf: Uint8Array): Promise<boolean> {
  const read = readPdfSignature(pdf)
  if (read === null || read === 'broken') return false
  const { keys } = await visitor(listDocumentKeys, {})
  const fits = await Promise.all(keys.map((key) => isPdfSignedWith(read, key.public_key)))
  return fits.includes(true)
}

test('a certificate’s PDF carries what it says under the academy’s signature', async () => {
  const { pdf, id, course } = await makeCertificate()

  expect(await isOurs(pdf)).toBe(true)
  expect(readPdfSignature(pdf)).toMatchObject({
    facts: { number: id, student: 'मीरा "Nair" 🪔', course: course.title },
  })
})

test('the signature holds for a library that is not ours', async () => {
  const { pdf } = await makeCertificate()
  const text = pdf.toString('latin1')
  const [roomAt, behindAt] = /ByteRange \[0 (\d+) (\d+)/.exec(text)!.slice(1).map(Number)
  const der = Buffer.from(text.slice(roomAt! + 1, behindAt! - 1), 'hex')
  const data = Buffer.concat([pdf.subarray(0, roomAt), pdf.subarray(behindAt)])

  const cms = new SignedData({ schema: ContentInfo.fromBER(der).content })

  expect(await cms.verify({ signer: 0, data: Uint8Array.from(data).buffer })).toBe(true)
})

test.skipIf(spawnSync('pdfsig', ['-v']).error)('the signature holds for poppler', async () => {
  const { pdf } = await makeCertificate()

  expect(askPoppler(pdf)).toMatch(/Total document signed[\s\S]*Signature is Valid/)
})

test('one changed byte anywhere is found out', async () => {
  const { pdf } = await makeCertificate()
  const change = (at: number) => {
    const changed = Uint8Array.from(pdf)
    changed[at] = changed[at]! ^ 1
    return changed
  }
  const roomAt = pdf.indexOf('/Contents <') + '/Contents <'.length
  const roomEndsAt = pdf.indexOf('>', roomAt)
  const isInRoom = (at: number) => at >= roomAt && at < roomEndsAt
  const places = Array.from({ length: 500 }, (_, at) => Math.floor((at / 500) * pdf.length))

  for (const at of places.filter((at) => !isInRoom(at))) {
    expect(await isOurs(change(at)), `byte ${at} of ${pdf.length}`).toBe(false)
  }
  // In the signature stand also the certificate and what pads it, which say nothing of the learner.
  const said = JSON.stringify(readPdfSignature(pdf))
  const changedInRoom = Array.from({ length: 90 }, (_, at) => change(roomAt + at * 90))
  const believed = await Promise.all(changedInRoom.map(isOurs))
  const saidBy = (changed: Uint8Array) => JSON.stringify(readPdfSignature(changed))
  expect(changedInRoom.filter((changed, at) => believed[at] && saidBy(changed) !== said)).toEqual(
    [],
  )
})

test('the same certificate gives the same bytes, in each language its own', async () => {
  const { pdf, read } = await makeCertificate()

  expect((await read()).pdf.equals(pdf)).toBe(true)
})

test('after a new key the old one goes on to be known', async () => {
  const { pdf } = await makeCertificate()
  const before = (await visitor(listDocumentKeys, {})).keys

  await makeDocumentKey({ db, env: {}, dataDir: settings.dataDir, brand: settings.brand })

  await expect
    .poll(async () => (await visitor(listDocumentKeys, {})).keys)
    .toMatchObject([{}, ...before])
  expect(await isOurs(pdf)).toBe(true)
  expect(await isOurs((await makeCertificate()).pdf)).toBe(true)
})

function askPoppler(pdf: Buffer): string {
  const file = join(mkdtempSync(join(tmpdir(), 'signed-')), 'certificate.pdf')
  writeFileSync(file, pdf)
  return spawnSync('pdfsig', ['-nocert', file], { encoding: 'utf8' }).stdout
}
