import { parse } from 'csv-parse/sync'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { personName } from '../src/domains/accounts/contract.ts'
import { listStaffMembers } from '../src/domains/accounts/server/staff-role.ts'
import { users } from '../src/domains/accounts/server/tables.ts'
import { findCourses } from '../src/domains/catalogue/web/find-courses.ts'
import { renderCertificatePdf } from '../src/domains/certificates/server/render-certificate-pdf.ts'
import { listCourseNames } from '../src/domains/learners/server/list-course-names.ts'
import { matchLearners } from '../src/domains/learners/server/match-learners.ts'
import { drawSharePicture } from '../src/domains/seo/server/draw-share-picture.ts'
import { createSmtpTransport } from '../src/integrations/mail/smtp-transport.ts'
import { mails } from '../src/integrations/mail/tables.ts'
import { readCell } from '../src/platform/csv/csv-cell.ts'
import { writeTable } from '../src/platform/csv/write-csv.ts'
import { newId } from '../src/platform/database/new-id.ts'
import { contentDisposition } from '../src/platform/media/content-disposition.ts'
import { createPdfRenderer, type PdfRenderer } from '../src/platform/pdf/render-pdf.ts'
import { compareTexts } from '../src/shared/i18n/compare-texts.ts'
import { makeCourse, makeLearner, unique } from './support/factories.ts'
import { startMailServer } from './support/mail-server.ts'
import { openTestDatabase } from './support/test-database.ts'

const database = await openTestDatabase()
const { db } = database
const postOffice = await startMailServer()
const transport = createSmtpTransport({
  smtpUrl: postOffice.smtpUrl,
  from: 'Rang <no-reply@academy.test>',
  maxConnections: 1,
})
afterAll(async () => {
  transport.close()
  await postOffice.close()
  await database.close()
})

// The archival standard refuses a letter without a glyph, and the renderer says so.
const pdfRenderer = createPdfRenderer((message) => {
  throw new Error(message)
})

/** A picture says nothing of a letter without a glyph; the same sheet as an archival PDF does. */
const strictRenderer: PdfRenderer = {
  ...pdfRenderer,
  renderPicture(template, inputs) {
    pdfRenderer.render(template, inputs, { createdAt: new Date(0) })
    return pdfRenderer.renderPicture(template, inputs)
  },
}

/** Letters, the signs that may follow one, and what joins two letters into a conjunct. */
const scripts: Record<string, { letters: string; signs: string; joins?: string }> = {
  // The last letters stand with and without their nukta, in one character and in two.
  Devanagari: { letters: 'कखगतनरलशकक़ज़ड़\u0958\u095b', signs: 'ािीुेोंँः', joins: '्' },
  Bengali: { letters: 'কখগতনরলশড়য়\u09dcৎ', signs: 'ািীুংঁ', joins: '্' },
  Gurmukhi: { letters: 'ਕਖਗਤਨਰਲਸਸ਼\u0a36', signs: 'ਾਿੀੁੇੋਂ', joins: '੍' },
  Gujarati: { letters: 'કખગતનરલશ', signs: 'ાિીુેોં', joins: '્' },
  Odia: { letters: 'କଖଗତନରଲଶଡ଼\u0b5c', signs: 'ାିୀୁେଂ', joins: '୍' },
  Tamil: { letters: 'கஙசதநரலஸ', signs: 'ாிீுெ\u0bcaொ', joins: '்' },
  Telugu: { letters: 'కఖగతనరలశ', signs: 'ాిీుెం', joins: '్' },
  Kannada: { letters: 'ಕಖಗತನರಲಶ', signs: 'ಾಿುೆಂ\u0ccaೊ', joins: '್' },
  Malayalam: { letters: 'കഖഗതനരലശൻർൽ', signs: 'ാിീുെംൊ', joins: '്' },
  Arabic: { letters: 'آابپتٹثجچکگلمنںوہھیےڪڳۆيۍ', signs: '\u064e\u064f\u0650\u0651' },
  'Ol Chiki': { letters: 'ᱚᱛᱜᱝᱞᱟᱠᱡᱢᱣ', signs: 'ᱹᱺᱸ' },
  'Meetei Mayek': { letters: 'ꯀꯁꯂꯃꯄꯅꯆꯇ', signs: 'ꯤꯥꯦꯩꯪ' },
}

function nameIn({ letters, signs, joins }: (typeof scripts)[string]): fc.Arbitrary<string> {
  const graphemes = Array.from(new Intl.Segmenter('en').segment(letters), ({ segment }) => segment)
  const letter = fc.constantFrom(...graphemes)
  const joined = joins
    ? fc
        .tuple(letter, fc.constantFrom('', '\u200d', '\u200c'), letter)
        .map(([one, joiner, other]) => one + joins + joiner + other)
    : letter
  const syllable = fc
    .tuple(fc.oneof(letter, joined), fc.constantFrom('', ...Array.from(signs)))
    .map((parts) => parts.join(''))
  const word = fc.array(syllable, { minLength: 2, maxLength: 4 }).map((all) => all.join(''))
  return fc
    .tuple(word, word, fc.constantFrom('NFC', 'NFD', ''))
    .map(([one, other, form]) => (form ? `${one} ${other}`.normalize(form) : `${one} ${other}`))
}

const composed = (text: string) => text.normalize('NFC')

describe.each(Object.entries(scripts))('a name in %s', (_, script) => {
  const name = nameIn(script)

  test('is taken and kept as it was typed, and found however it is typed', async () => {
    const learner = await makeLearner(db)
    await fc.assert(
      fc.asyncProperty(name, async (typed) => {
        const taken = personName.parse(typed)
        expect(taken).toBe(composed(typed))
        await db.update(users).set({ name: taken }).where(eq(users.id, learner.id))
        const [kept] = await db.select().from(users).where(eq(users.id, learner.id))
        expect(kept?.name).toBe(composed(typed))
        for (const search of [typed, composed(typed), typed.normalize('NFD')]) {
          const found = await db
            .select()
            .from(users)
            .where(await matchLearners(db, search))
          expect(found.map(({ id }) => id)).toEqual([learner.id])
        }
      }),
      { numRuns: 8 },
    )
    await db
      .update(users)
      .set({ name: unique('done') })
      .where(eq(users.id, learner.id))
  })

  test('finds the course that has it in its title, with joiners and without', () => {
    fc.assert(
      fc.property(name, (title) => {
        const modules: never[] = []
        const course = { id: 'a', title, description: '', price: 1, thumbnail: null, modules }
        const bare = title.replaceAll(/[\u200c\u200d]/g, '')
        for (const search of [title, composed(title), bare, title.normalize('NFD')]) {
          const query = { search, language: '', level: '', page: 1 }
          expect(findCourses([course], query).found).toBe(1)
        }
      }),
    )
  })

  test('comes back whole from a spreadsheet and from the name of a file', () => {
    fc.assert(
      fc.property(name, (text) => {
        const [, [cell = ''] = []]: string[][] = parse(writeTable(['Name'], [[text]]), {
          bom: true,
        })
        expect(readCell(cell)).toBe(text)
        const [, sent = ''] = contentDisposition(`${text}.pdf`).split("filename*=UTF-8''")
        expect(decodeURIComponent(sent)).toBe(`${text}.pdf`)
      }),
    )
  })

  test('stands in a list by its alphabet, however it is typed', () => {
    fc.assert(
      fc.property(name, name, (one, other) => {
        const order = Math.sign(compareTexts(one, other))
        for (const form of ['NFC', 'NFD']) {
          expect(compareTexts(one, one.normalize(form))).toBe(0)
          expect(Math.sign(compareTexts(one.normalize(form), other))).toBe(order)
        }
        const bare = one.replaceAll(/[\u200c\u200d]/g, '')
        expect(compareTexts(one, bare)).toBe(0)
        expect(compareTexts(`${one} १०`, `${one} ९`)).toBeGreaterThan(0)
      }),
    )
  })

  test('stands on a shared picture without a letter missing', async () => {
    await fc.assert(
      fc.asyncProperty(name, async (title) => {
        const picture = await drawSharePicture(strictRenderer, {
          title,
          brandName: title,
          subject: null,
          priceInPaise: 499_900,
        })
        expect(picture.subarray(1, 4).toString()).toBe('PNG')
      }),
      { numRuns: 3 },
    )
  })

  test('is printed without a letter missing', () => {
    fc.assert(
      fc.property(name, (typed) => {
        // Sindhi's kaf is printed in its Arabic shape.
        const learnerName = typed.replaceAll('\u06aa', '\u0643')
        expect(pdfRenderer.keepPrintable(typed)).toBe(composed(learnerName))
        const pdf = renderCertificatePdf(pdfRenderer, {
          learnerName: typed,
          courseTitle: learnerName,
          completedAt: new Date('2026-11-21T06:00:00Z'),
          certificateId: 'KA-7F3Q-9XWM',
          verifyUrl: 'https://academy.example/verify/KA-7F3Q-9XWM',
          brandName: learnerName,
          issuedAt: new Date('2026-11-21T06:00:00Z'),
        })
        expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
      }),
      { numRuns: 3 },
    )
  })

  test('arrives in the subject and in the words of a mail', async () => {
    await fc.assert(
      fc.asyncProperty(name, async (text) => {
        postOffice.received.length = 0
        await transport.send({ ...letter, id: newId(), subject: text, text, html: text }, null)
        const { source = '' } = postOffice.received[0] ?? {}
        expect(readSubject(source)).toBe(text)
        expect(readBodies(source)).toEqual([text, text])
      }),
      { numRuns: 5 },
    )
  })
})

test('courses and staff stand in lists as a reader of their script looks for them', async () => {
  // By their bytes the letters with a dot would come last, and small letters after large ones.
  const wanted = ['apple', 'Zebra', 'कमल', '\u0958लम', 'खबर', 'ज़मीन', 'हवा', 'கடல்', 'வானம்']
  for (const title of wanted.toReversed()) {
    await makeCourse(db, { title })
    await makeLearner(db, { name: title, role: 'teacher' })
  }

  const titles = (await listCourseNames(db)).map(({ title }) => title)
  expect(titles).toEqual(wanted)
  expect((await listStaffMembers(db)).map(({ name }) => name)).toEqual(wanted)
})

let letter: typeof mails.$inferSelect
beforeAll(async () => {
  const values = { id: newId(), recipient: 'a@example.test', subject: 'A', text: 'A', html: 'A' }
  const [kept] = await db.insert(mails).values(values).returning()
  letter = kept!
})

/** RFC 2047: each encoded word is whole letters, and the space between two of them is none. */
function readSubject(source: string): string {
  const line = /^Subject: (.*(?:\r?\n[ \t].*)*)/m.exec(source)?.[1] ?? ''
  return line
    .replaceAll(/(\?=)\s+(?==\?)/g, '$1')
    .replaceAll(/=\?UTF-8\?([BQ])\?(.*?)\?=/gi, (_, how: string, text: string) =>
      how.toUpperCase() === 'B'
        ? inUtf8(Buffer.from(text, 'base64'))
        : inUtf8(fromQuoted(text.replaceAll('_', ' '))),
    )
}

function readBodies(source: string): string[] {
  const boundary = /boundary="(.*?)"/.exec(source)?.[1] ?? ''
  return source
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [head = '', body = ''] = part.split(/\r?\n\r?\n/, 2)
      const bytes = /base64/i.test(head)
        ? Buffer.from(body, 'base64')
        : fromQuoted(body.replaceAll(/=\r?\n/g, ''))
      return inUtf8(bytes).trim()
    })
}

function fromQuoted(text: string): Buffer {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1')
}

function inUtf8(bytes: Buffer): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}
