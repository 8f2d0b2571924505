import { afterAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../tests/support/buy.ts'
import {
  completeCourse,
  makeAdmin,
  makeCourse,
  makeLearner,
  makeStaff,
} from '../../../tests/support/factories.ts'
import { readPdf } from '../../../tests/support/read-pdf.ts'
import { startTestServer } from '../../../tests/support/start-test-server.ts'
import { mails } from '../../integrations/mail/tables.ts'
import { forgotPassword } from '../accounts/contract.ts'
import { getCertificate, previewCertificate } from '../certificates/contract.ts'
import {
  getLook,
  previewLook,
  printSpecimen,
  publishLook,
  restoreLook,
  saveLookDraft,
} from './contract.ts'
import { deliveredLook, type Look } from './look.ts'
import { lookMark } from './look-addresses.ts'
import { looks } from './server/tables.ts'
import { fontFiles } from './typefaces.ts'

const env = { PUBLIC_URL: 'https://academy.test', SANDBOX: 'public' }
const first = await startTestServer({ pages: true, env })
const second = await startTestServer({ pages: true, beside: first, env })
const owner = await makeAdmin(first.db)
const asOwner = first.as(owner)
afterAll(async () => {
  await second.close()
  await first.close()
})

const teal: Look = { ...deliveredLook, colour: '#0f766e', neutrals: 'cool' }
const red: Look = { ...deliveredLook, colour: '#8b1a1a', second: '#c9962b', corners: 'square' }
const publish = (look: Look) => asOwner(publishLook, { body: look })
const read = async (path: string) => {
  const answer = await second.fetch(path)
  return { tag: answer.headers.get('etag'), text: await answer.text() }
}

describe('an owner who gives the academy a look of its own', () => {
  test('sees every page wear it, in another process too', async () => {
    await publish(deliveredLook)
    const before = await eventually(
      () => read('/courses'),
      ({ text }) => !text.includes(lookMark),
    )
    expect(before.text).toContain('content="#fffaf2" media="(prefers-color-scheme: light)"')

    await publish(teal)
    const after = await eventually(
      () => read('/courses'),
      ({ text }) => text.includes('#0f766e'),
    )

    expect(after.tag).not.toBe(before.tag)
    expect(after.text).not.toContain('content="#fffaf2" media')
    const manifest = await (await second.fetch('/site.webmanifest')).json()
    expect(manifest.theme_color).not.toBe('#fffaf2')
    // Back to what comes with the academy: byte for byte as it was.
    await asOwner(restoreLook, { params: { number: 0 } })
    const restored = await eventually(
      () => read('/courses'),
      ({ text }) => !text.includes(lookMark),
    )
    expect(restored).toEqual(before)
  })

  test('publishes a part of it alone: what was begun of the rest stays a draft', async () => {
    await publish(teal)
    await asOwner(saveLookDraft, { body: { ...red, typeface: 'serif' } })
    const chosen = { colour: '#1d4ed8', second: null }
    const { draft, published } = await asOwner(publishLook, {
      body: { ...red, ...chosen, part: 'colours' },
    })

    expect(published).toEqual({ ...teal, ...chosen })
    expect(draft).toEqual({ ...red, typeface: 'serif', ...chosen })
  })

  test('keeps a draft that nobody else sees until it is published', async () => {
    await publish(deliveredLook)
    const { draft, published } = await asOwner(saveLookDraft, { body: red })

    expect([draft, published]).toEqual([red, deliveredLook])
    expect((await read('/about')).text).not.toContain(lookMark)
    expect((await publish(red)).draft).toBeNull()
  })

  test('hears that another owner saved meanwhile, and loses nothing', async () => {
    await publish(deliveredLook)
    const other = first.as(await makeAdmin(first.db))
    const { revision } = await asOwner(getLook, {})
    await other(saveLookDraft, { body: { ...teal, revision } })

    for (const call of [saveLookDraft, publishLook]) {
      await expect(asOwner(call, { body: { ...red, revision } })).rejects.toMatchObject({
        code: 'draft_conflict',
      })
    }

    const kept = await asOwner(getLook, {})
    expect([kept.draft, kept.published]).toEqual([teal, deliveredLook])
    const saved = await asOwner(saveLookDraft, { body: { ...red, revision: kept.revision } })
    expect(saved.draft).toEqual(red)
  })

  test('chooses type that brings its Indian scripts, and covers without drawings', async () => {
    await publish({ ...deliveredLook, typeface: 'round', covers: 'plain' })
    const { text } = await eventually(
      () => read('/courses'),
      ({ text }) => text.includes('--font-display:"Baloo 2"'),
    )

    expect(text).not.toMatch(/rel="preload" href="[^"]*anek/)
    expect(text).toContain('rel="preload" href="/look/fonts/baloo-2-latin.woff2"')
    // As the site's own face of its Latin letters, or the browser takes one for the other.
    expect(text.match(/"Anek Latin";font-weight:100 800/g)?.length).toBe(9)
    expect(text).toContain('[data-palette]>svg{visibility:hidden}')
    const asked = [...text.matchAll(/url\((\/look\/fonts\/[^)]+)\)/g)].map(([, path = '']) => path)
    expect(asked.length).toBe(9 + 9 + 1)
    for (const path of [...asked, ...fontFiles.keys()].map((file) =>
      file.replace(/^(?!\/)/, '/look/fonts/'),
    )) {
      const font = await second.fetch(path)
      expect([path, font.status, (await font.text()).slice(0, 4)]).toEqual([path, 200, 'wOF2'])
    }
    expect((await second.fetch('/look/fonts/none.woff2')).status).toBe(404)
  })

  test('sees the page without a network and the one for unsubscribing wear it', async () => {
    await publish(deliveredLook)
    const plain = await eventually(
      () => read('/offline'),
      ({ text }) => !text.includes(lookMark),
    )
    const worker = await read('/sw.js')

    await publish(teal)

    const worn = await eventually(
      () => read('/offline'),
      ({ text }) => text.includes('#0f766e'),
    )
    expect(worn.text).not.toBe(plain.text)
    expect((await read('/sw.js')).text).not.toBe(worker.text)
    expect((await read('/unsubscribe')).text).toContain('--color-marigold:#0f766e')
  })

  test('finds what was published before, and takes it back', async () => {
    await publish(teal)
    await publish(red)
    const { history } = await asOwner(getLook, {})

    expect(history[0]).toMatchObject({ look: red, published_by: 'Asha Rao' })
    const number = history[1]?.number ?? 0
    expect((await asOwner(restoreLook, { params: { number } })).published).toEqual(teal)
    await expect(asOwner(restoreLook, { params: { number: 999_999 } })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('hears at the field what is no colour, and nothing changes', async () => {
    await publish(teal)
    for (const colour of ['red;}body{display:none', '#12345', 'url(//evil.test)', '#0f766e}']) {
      await expect(publish({ ...teal, colour })).rejects.toMatchObject({
        code: 'invalid_input',
        errors: [{ path: 'colour', message: expect.stringContaining('six digits') }],
      })
    }
    expect((await asOwner(getLook, {})).published).toEqual(teal)
  })

  test('looks at a mail and a certificate before anybody gets one', async () => {
    const look = { ...deliveredLook, colour: '#e6ff00' }
    const { mail, mended } = await asOwner(previewLook, { body: look })
    const { picture, pdf_data } = await asOwner(printSpecimen, {
      body: { look, name: 'श्रीकृष्ण محمد عرفان ஸ்ரீதர்' },
    })

    expect(mail).toMatch(/background:#[0-9a-f]{6};color:#151803/)
    expect(picture.includes('<svg')).toBe(true)
    expect(picture.includes('#f2a51a')).toBe(false)
    expect(readPdf(Buffer.from(pdf_data, 'base64'))).toMatchObject({
      pageCount: 1,
      fonts: expect.arrayContaining(['NotoNastaliqUrdu-Regular', 'NotoSansTamil-Regular']),
    })
    expect(mended.join(' ')).toContain('Your yellow is too light for text')
  })

  test('sees mails written in its colours', async () => {
    await publish(teal)
    const learner = await makeLearner(first.db)
    await first.visitor(forgotPassword, { body: { email: learner.email } })

    const sent = await first.db.select().from(mails)
    const html = sent.find(({ recipient }) => recipient === learner.email)?.html ?? ''
    expect(html).toContain('background:#0f766e;color:#ffffff')
    expect(html).not.toContain('#f2a51a')
  })
})

const signed: Look = {
  ...red,
  certificate: {
    design: 'formal',
    border: 'plain',
    signatory: 'Ravi Iyer',
    signatory_title: 'Course director',
    signature: null,
  },
}

test('who signs stands on certificates from then on; one that was issued before stays as it was', async () => {
  // As it was kept before certificates could be chosen.
  const { certificate: _later, ...content } = teal
  await first.db.insert(looks).values({ content, changedBy: owner.id, publishedAt: new Date() })
  const course = await makeCourse(first.db)
  const early = await makeLearner(first.db)
  await completeCourse(first.db, early, course)
  const late = await makeLearner(first.db)
  await completeCourse(first.db, late, course)
  const asked = { params: { course_id: course.id }, query: { language: 'en' } }
  const before = await first.as(early)(getCertificate, asked)

  await publish(signed)
  const third = await startTestServer({ beside: first, env })
  const again = await third.as(early)(getCertificate, asked)
  const looked = await third.as(late)(previewCertificate, asked)
  const after = await third.as(late)(getCertificate, asked)
  await third.close()

  expect(again).toEqual(before)
  expect(before.sheet?.style).toBeUndefined()
  expect(after.sheet?.style).toEqual({
    design: 'formal',
    border: 'plain',
    signatory: { name: 'Ravi Iyer', title: 'Course director', picture: null },
  })
  expect(looked.style).toEqual(after.sheet?.style)
  expect(readPdf(Buffer.from(after.pdf_data, 'base64')).fonts).toContain('NotoSerif-Italic')
})

test('a signature of nobody is told at the field', async () => {
  const certificate = {
    ...signed.certificate,
    signatory: ' ',
    signature: '000000-0123456789abcdef-300x100',
  }

  await expect(publish({ ...signed, certificate })).rejects.toMatchObject({
    errors: [{ path: 'certificate.signatory' }],
  })
})

test('nobody but who may change settings sees or changes the look', async () => {
  const teacher = await makeStaff(first.db, 'teacher')

  await expect(first.as(teacher)(publishLook, { body: red })).rejects.toMatchObject({
    code: 'not_allowed',
  })
})
