import { afterAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../tests/support/buy.ts'
import {
  completeCourse,
  makeAdmin,
  makeCourse,
  makeLearner,
  makeStaff,
} from '../../../tests/support/factories.ts'
import { startTestServer } from '../../../tests/support/start-test-server.ts'
import { mails } from '../../integrations/mail/tables.ts'
import { forgotPassword } from '../accounts/contract.ts'
import { getCertificate } from '../certificates/contract.ts'
import { getLook, previewLook, publishLook, restoreLook, saveLookDraft } from './contract.ts'
import { deliveredLook, type Look } from './look.ts'
import { lookMark } from './look-addresses.ts'

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
  test('sees every page wear it, in another process too, within a second', async () => {
    await publish(deliveredLook)
    const before = await eventually(
      () => read('/courses'),
      ({ text }) => !text.includes(lookMark),
    )
    expect(before.text).toContain('content="#fffaf2" media="(prefers-color-scheme: light)"')
    const begun = performance.now()

    await publish(teal)
    const after = await eventually(
      () => read('/courses'),
      ({ text }) => text.includes('#0f766e'),
    )

    expect(performance.now() - begun).toBeLessThan(1_000)
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

  test('keeps a draft that nobody else sees until it is published', async () => {
    await publish(deliveredLook)
    const { draft, published } = await asOwner(saveLookDraft, { body: red })

    expect([draft, published]).toEqual([red, deliveredLook])
    expect((await read('/about')).text).not.toContain(lookMark)
    expect((await publish(red)).draft).toBeNull()
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
    const { mail, certificate, mended } = await asOwner(previewLook, {
      body: { ...deliveredLook, colour: '#e6ff00' },
    })

    expect(mail).toMatch(/background:#[0-9a-f]{6};color:#151803/)
    expect(certificate.includes('<svg')).toBe(true)
    expect(certificate.includes('#f2a51a')).toBe(false)
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

test('a certificate that was issued before stays as it was issued', async () => {
  await publish(teal)
  const course = await makeCourse(first.db)
  const print = async (learner: { token: string }) =>
    (await first.as(learner)(getCertificate, { params: { course_id: course.id } })).pdf_data
  const early = await makeLearner(first.db)
  await completeCourse(first.db, early, course)
  const before = await print(early)

  await publish(red)
  const third = await startTestServer({ beside: first, env })
  const again = await third.as(early)(getCertificate, { params: { course_id: course.id } })
  await third.close()

  expect(again.pdf_data).toBe(before)
})

test('nobody but who may change settings sees or changes the look', async () => {
  const teacher = await makeStaff(first.db, 'teacher')

  await expect(first.as(teacher)(publishLook, { body: red })).rejects.toMatchObject({
    code: 'not_allowed',
  })
})
