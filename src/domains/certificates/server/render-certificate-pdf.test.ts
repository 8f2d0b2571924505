import { expect, test } from 'vitest'
import { readPdf } from '../../../../tests/support/read-pdf.ts'
import { runInLanguage } from '../../../platform/languages/run-in-language.ts'
import { createPdfRenderer } from '../../../platform/pdf/render-pdf.ts'
import type { ReadingLanguage } from '../../../shared/i18n/language.ts'
import { borderKinds, certificateDesigns } from '../../look/look.ts'
import { type PrintedCertificate, renderCertificatePdf } from './render-certificate-pdf.ts'

// The archival standard refuses a letter without a glyph, and the pdfRenderer says so: no warning, no box.
const pdfRenderer = createPdfRenderer((message) => {
  throw new Error(message)
})

const usual: PrintedCertificate = {
  learnerName: 'Zoë Ünal-Østergård',
  courseTitle: 'Cinematic AI Films',
  completedAt: new Date('2026-11-21T06:00:00Z'),
  certificateId: 'KA-7F3Q-9XWM',
  verifyUrl: 'https://academy.example/verify/KA-7F3Q-9XWM',
  brandName: 'Brand',
  issuedAt: new Date('2026-11-21T06:00:00Z'),
}

function render(changes: Partial<PrintedCertificate> = {}): Buffer {
  return renderCertificatePdf(pdfRenderer, { ...usual, ...changes })
}

test.each([
  ['Latin', 'Zoë Ünal-Østergård', 'NotoSerif-Regular'],
  ['Devanagari', 'क्षितिज श्रीवास्तव', 'NotoSerifDevanagari-Regular'],
  ['Tamil', 'ஸ்ரீதர் கிருஷ்ணன்', 'NotoSansTamil-Regular'],
  ['Malayalam', 'ശ്രീജിത്ത്', 'NotoSansMalayalam-Regular'],
  ['Bengali', 'শ্রীকৃষ্ণ', 'NotoSerifBengali-Regular'],
  ['Telugu', 'తెలుగు', 'NotoSerifTelugu-Regular'],
  ['Kannada', 'ಕನ್ನಡ', 'NotoSansKannada-Regular'],
  ['Gujarati', 'ગુજરાતી', 'NotoSansGujarati-Regular'],
  ['Gurmukhi', 'ਗੁਰਮੁਖੀ', 'NotoSansGurmukhi-Regular'],
  ['Odia', 'ଓଡ଼ିଆ', 'NotoSansOriya-Regular'],
  ['Urdu', 'محمد عرفان', 'NotoNastaliqUrdu-Regular'],
  ['Santali', 'ᱥᱟᱱᱛᱟᱲᱤ', 'NotoSansOlChiki-Regular'],
  ['Manipuri', 'ꯃꯤꯇꯩ', 'NotoSansMeeteiMayek-Regular'],
  ['emoji', 'A. P. J. 😀 Kumar', 'NotoEmoji-Regular'],
])(
  'a learner who writes in %s finds every letter of the name on the certificate',
  (_, learnerName, font) => {
    const { fonts, printedCharacters } = readPdf(render({ learnerName }))

    expect(fonts).toContain(font)
    const missing = Array.from(learnerName.normalize('NFC')).filter(
      (letter) => !printedCharacters.has(letter),
    )
    expect(missing).toEqual([])
  },
)

test('a name in several scripts is set in the font of each', () => {
  const { fonts } = readPdf(render({ learnerName: 'Asha क्षितिज محمد ஸ்ரீ' }))

  expect(fonts).toEqual(
    expect.arrayContaining([
      'NotoNastaliqUrdu-Regular',
      'NotoSansTamil-Regular',
      'NotoSerif-Regular',
      'NotoSerifDevanagari-Regular',
    ]),
  )
})

test.each([
  [
    'of many words',
    'Venkata Satyanarayana Subrahmanyam Lakshminarasimha Chandrasekhara Ramachandran Parthasarathy Rao Iyer',
  ],
  ['of one word', 'W'.repeat(100)],
  ['in Urdu', 'محمد عرفان خان صدیقی قریشی انصاری '.repeat(3).trim()],
  ['in Hindi', 'क्षितिज '.repeat(14).trim()],
])('a name of a hundred characters %s keeps to its place on the one page', (_, learnerName) => {
  expect(learnerName.length).toBeGreaterThan(95)

  const { pageCount, textStarts } = readPdf(render({ learnerName }))

  expect(pageCount).toBe(1)
  expectInsideBorder(textStarts)
  const [above = 0, below = 0] = textStarts.filter(isConnectingWord).map(({ yInMm }) => yInMm)
  const others = textStarts.filter(({ yInMm }) => yInMm > above || yInMm < below)
  const lines = new Set(others.map(({ yInMm }) => Math.round(yInMm)))
  // Brand and heading above the name; course, labels, values and address below it.
  expect(lines.size).toBe(6)
})

test('a very long course title keeps clear of the border and of the code below it', () => {
  const courseTitle =
    'Storyboarding, lighting and directing short films with generative video models: '.repeat(4)

  const { textStarts } = readPdf(render({ courseTitle }))

  expectInsideBorder(textStarts)
  expect(textStarts.filter(({ yInMm }) => yInMm > 48 && yInMm < 57)).toEqual([])
})

type TextStart = ReturnType<typeof readPdf>['textStarts'][number]

/** Lines are centred, so one that is too wide begins too far to the left. */
function expectInsideBorder(textStarts: TextStart[]) {
  expect(Math.min(...textStarts.map(({ xInMm }) => xInMm))).toBeGreaterThan(53)
  expect(Math.min(...textStarts.map(({ sizeInPoints }) => sizeInPoints))).toBeGreaterThanOrEqual(7)
}

/** 'This certifies that' and 'has completed the course', between which the name stands. */
function isConnectingWord({ sizeInPoints }: TextStart): boolean {
  return sizeInPoints === 11
}

const long =
  'Venkata Satyanarayana Subrahmanyam Lakshminarasimha Chandrasekhara Ramachandran Parthasarathy Rao Iyer of Tirunelveli'

test.each(
  certificateDesigns.flatMap((design) => borderKinds.map((borderKind) => ({ design, borderKind }))),
)('in $design with a $borderKind border every name stands whole on one archival page', (look) => {
  const dress = (inputs: Record<string, string>) => ({
    ...inputs,
    ...look,
    signatoryName: `${long} क्षितिज`,
    signatoryTitle: long,
  })
  const learnerName = `${long} محمد ஸ்ரீதர்`

  const pdf = renderCertificatePdf(pdfRenderer.wearing(dress), { ...usual, learnerName })

  const { pageCount, isArchival, printedCharacters, textStarts } = readPdf(pdf)
  expect({ pageCount, isArchival }).toEqual({ pageCount: 1, isArchival: true })
  expect(Array.from(learnerName).filter((letter) => !printedCharacters.has(letter))).toEqual([])
  expect(Math.min(...textStarts.map(({ xInMm }) => xInMm))).toBeGreaterThan(30)
})

test('a name that looks like code is printed, not run', () => {
  const learnerName = '#read("/etc/passwd") *bold* $x$ \\u{202e} @x <y>'

  const { printedCharacters } = readPdf(render({ learnerName, courseTitle: learnerName }))

  expect([...printedCharacters]).toEqual(expect.arrayContaining(Array.from('#"/*$\\{}@<>')))
})

test('a name cannot be turned round by invisible characters', () => {
  expect(render({ learnerName: 'Asha\u202e Menon\u0000' })).toEqual(
    render({ learnerName: 'Asha Menon' }),
  )
})

test('a name in a script without a font leaves its line free to be written by hand', () => {
  const { pageCount, printedCharacters } = readPdf(render({ learnerName: '王伟' }))

  expect(pageCount).toBe(1)
  expect(printedCharacters.has('王')).toBe(false)
})

test('the same certificate is the same file, and another id another file', () => {
  expect(render()).toEqual(render())
  expect(render({ certificateId: 'KA-0000-0000' })).not.toEqual(render())
})

test.each([
  ['Hindi', 'hi', 'पूरा करने का सर्टिफ़िकेट', 'NotoSerifDevanagari-Regular'],
  ['Tamil', 'ta', 'நிறைவுச் சான்றிதழ்', 'NotoSansTamil-Regular'],
  ['Urdu', 'ur', 'کورس مکمل کرنے کا سرٹیفکیٹ', 'NotoNastaliqUrdu-Regular'],
])('in %s every letter of its words stands on it, on one page', (_, code, heading, font) => {
  const pdf = runInLanguage(sayingOf(code, heading), () =>
    render({ learnerName: 'A', courseTitle: 'A' }),
  )

  const { pageCount, fonts, printedCharacters, title, isArchival } = readPdf(pdf)
  expect({ pageCount, title, isArchival }).toEqual({
    pageCount: 1,
    title: `${heading}: A`,
    isArchival: true,
  })
  expect(fonts).toContain(font)
  expect(Array.from(heading).filter((letter) => !printedCharacters.has(letter))).toEqual([])
})

test('in a language that no font here has letters for, it is in English, and no word is lost', () => {
  const pdf = runInLanguage(sayingOf('zh', '结业证书'), () => render())

  expect(pdf).toEqual(render())
})

function sayingOf(code: string, heading: string): ReadingLanguage {
  const messages = new Map([['Certificate of Completion', heading]])
  return { code, tag: `${code}-IN`, name: code, direction: 'ltr', messages }
}

test('a certificate is an archival PDF that carries its title', () => {
  const pdf = render({ courseTitle: 'एआई Films' })

  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(readPdf(pdf)).toMatchObject({
    title: 'Certificate of Completion: एआई Films',
    isArchival: true,
  })
})

test('a signatory, if there is one, signs in italics', () => {
  const pdf = render({ signatory: { name: 'Ravi Iyer', title: 'Course director' } })

  expect(readPdf(pdf).fonts).toContain('NotoSerif-Italic')
})
