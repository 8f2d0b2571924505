import { and, eq, isNull, sql } from 'drizzle-orm'
import { afterAll, expect, test, vi } from 'vitest'
import { countBlocked } from '../../../../tests/support/count-blocked.ts'
import {
  completeCourse,
  grantCourse,
  hideCourse,
  type MadeCourse,
  makeAdmin,
  makeCourse,
  makeLearner,
  type Person,
} from '../../../../tests/support/factories.ts'
import { readPdf } from '../../../../tests/support/read-pdf.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { formatDate } from '../../../shared/format-date.ts'
import { revokeAccess } from '../../access/server/change-access.ts'
import { listOpenCauses } from '../../access/server/list-open-causes.ts'
import { updateProfile } from '../../accounts/contract.ts'
import { getCertificate, previewCertificate, verifyCertificate } from '../contract.ts'
import { revokeCertificate } from './revoke-certificate.ts'
import { certificates } from './tables.ts'

const server = await startTestServer()
const { db, visitor } = server
afterAll(() => server.close())

const completedAt = new Date('2026-11-20T19:30:00.000Z')

test('a learner who completed a course gets a certificate that can be opened and kept', async () => {
  const { learner, course } = await makeGraduate({ name: 'மீரா Nair' })

  const certificate = await ask(learner, course)

  expect(certificate).toMatchObject({
    user_name: 'மீரா Nair',
    course_title: course.title,
    completion_date: completedAt.toISOString(),
    certificate_id: expect.stringMatching(/^KA(-[0-9A-HJKMNP-TV-Z]{4}){3}$/),
    download_filename: 'Kalakriti-Academy-Certificate.pdf',
  })
  const pdf = Buffer.from(certificate.pdf_data, 'base64')
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(readPdf(pdf)).toMatchObject({ pageCount: 1, isArchival: true })
  expect(readPdf(pdf).fonts).toContain('NotoSansTamil-Regular')
})

test('it says the day in India, where a late evening in London is the next day', () => {
  expect(formatDate(completedAt)).toBe('21 November 2026')
})

test('a certificate stays as it was issued, whatever changes later', async () => {
  const { learner, course } = await makeGraduate()
  const first = await ask(learner, course)
  await db.execute(sql`update users set name = 'Another Name' where id = ${learner.id}`)
  await db.execute(sql`update courses set title = 'Another Title' where id = ${course.id}`)
  await hideCourse(db, course)

  expect(await ask(learner, course)).toEqual(first)
})

test('the same certificate is drawn in the language that is asked for, else in English as ever', async () => {
  const { learner, course } = await makeGraduate({ name: 'मीरा Nair' })
  const drawnIn = (language: string) =>
    server.as(learner)(getCertificate, { params: { course_id: course.id }, query: { language } })
  const plain = await ask(learner, course)
  const [hindi, english, unknown] = await Promise.all(['hi', 'en', 'xx'].map(drawnIn))

  const { pdf_data: _, sheet, ...facts } = hindi!
  expect(plain).toMatchObject(facts)
  expect(plain.sheet).toBeUndefined()
  expect(sheet).toMatchObject({
    language: 'hi-IN',
    direction: 'ltr',
    heading: 'कोर्स पूरा करने का सर्टिफ़िकेट',
    completed_on: '21 नवंबर 2026',
  })
  expect(readTitle(hindi!)).toBe(`कोर्स पूरा करने का सर्टिफ़िकेट: ${course.title}`)
  expect(english).toMatchObject({
    pdf_data: plain.pdf_data,
    sheet: { heading: readHeading(plain) },
  })
  expect(unknown).toEqual(english)
})

test('a look at what will be printed issues nothing, and afterwards tells what was printed', async () => {
  const { learner, course } = await makeGraduate({ name: 'Meera' })
  const printed = { course_title: course.title, completion_date: completedAt.toISOString() }

  expect(await preview(learner, course)).toEqual({ issued: false, user_name: 'Meera', ...printed })
  await server.as(learner)(updateProfile, { body: { name: 'மீரா Nair' } })
  expect(await preview(learner, course)).toMatchObject({ issued: false, user_name: 'மீரா Nair' })
  expect(await ask(learner, course)).toMatchObject({ user_name: 'மீரா Nair' })
  await server.as(learner)(updateProfile, { body: { name: 'Another Name' } })

  expect(await preview(learner, course)).toEqual({
    issued: true,
    user_name: 'மீரா Nair',
    ...printed,
  })
})

test('there is nothing to look at before the end, nor of a course that is not owned', async () => {
  const begun = await makeCourse(db)
  const learner = await makeLearner(db)
  await grantCourse(db, learner, begun)
  const { course } = await makeGraduate()

  await expect(preview(learner, begun)).rejects.toMatchObject({ code: 'course_not_completed' })
  await expect(preview(learner, course)).rejects.toMatchObject({ code: 'course_not_owned' })
  await expect(preview(learner, { id: 'none' })).rejects.toMatchObject({ code: 'course_not_found' })
})

test('asked for many times at the same moment, one certificate is issued', async () => {
  const { learner, course } = await makeGraduate()

  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(learner, course)))

  expect(new Set(answers.map(({ certificate_id }) => certificate_id)).size).toBe(1)
})

test('anyone may check a certificate, however the id is typed', async () => {
  const { learner, course } = await makeGraduate()
  const { certificate_id } = await ask(learner, course)
  const [prefix, ...random] = certificate_id.split('-')
  const misread = [prefix, ...random.map((group) => group.replace('0', 'o').replace('1', 'l'))]

  for (const typed of [certificate_id, ` ${certificate_id.toLowerCase()} `, misread.join('-')]) {
    const found = await visitor(verifyCertificate, { params: { certificate_id: typed } })
    expect(found).toEqual({
      certificate_id,
      user_name: learner.name,
      course_title: course.title,
      completion_date: completedAt.toISOString(),
      issued_at: expect.any(String),
      revoked: false,
    })
  }
})

test('a certificate that never was is not found', async () => {
  for (const id of ['KA-0000-0000-0000', 'x', '%25', "' or 1=1"]) {
    await expect(
      visitor(verifyCertificate, { params: { certificate_id: id } }),
    ).rejects.toMatchObject({ status: 404, code: 'certificate_not_found' })
  }
  await expect(
    visitor(verifyCertificate, { params: { certificate_id: 'x'.repeat(101) } }),
  ).rejects.toMatchObject({
    status: 400,
    errors: [expect.objectContaining({ path: 'certificate_id' })],
  })
})

test('a course paid back takes its certificate along, and brings it back when bought again', async () => {
  const { learner, course } = await makeGraduate()
  const { certificate_id } = await ask(learner, course)
  const check = () => visitor(verifyCertificate, { params: { certificate_id } })
  await db.execute(sql`delete from entitlements where learner_id = ${learner.id}`)
  await revokeCertificate(db, learner.id, course.id)

  await expect(ask(learner, course)).rejects.toMatchObject({ code: 'course_not_owned' })
  expect(await check()).toMatchObject({ revoked: true })

  await grantCourse(db, learner, course)
  expect((await ask(learner, course)).certificate_id).toBe(certificate_id)
  expect(await check()).toMatchObject({ revoked: false })
})

test('a certificate asked for at the moment in which its course is paid back does not hold', async () => {
  const { learner, course } = await makeGraduate()
  const held = { learnerId: learner.id, courseId: course.id }
  const [id = ''] = await listOpenCauses(db, { kind: 'gift', ...held })
  let answers = 0
  const asking: Promise<unknown>[] = []

  await db.transaction(async (inner) => {
    await revokeAccess(inner, { ...held, cause: { kind: 'gift', id }, reason: 'Paid back' })
    await revokeCertificate(inner, learner.id, course.id)
    const asked = ask(learner, course).catch((error: unknown) => error)
    asking.push(asked.finally(() => (answers += 1)))
    await vi.waitFor(async () => expect(answers + (await countBlocked(db))).toBe(1))
  })

  expect(await Promise.all(asking)).toMatchObject([{ code: 'course_not_owned' }])
  const holding = and(eq(certificates.learnerId, learner.id), isNull(certificates.revokedAt))
  expect(await db.$count(certificates, holding)).toBe(0)
})

test('a course that is not completed gives no certificate', async () => {
  const learner = await makeLearner(db)
  const untouched = await makeCourse(db)
  const begun = await makeCourse(db)
  await grantCourse(db, learner, untouched)
  await grantCourse(db, learner, begun)
  await db.execute(sql`
    insert into course_progress (learner_id, course_id, percent)
    values (${learner.id}, ${begun.id}, 99.9)`)

  for (const course of [untouched, begun]) {
    await expect(ask(learner, course)).rejects.toMatchObject({
      status: 403,
      code: 'course_not_completed',
      detail: 'You need to complete the course to receive a certificate.',
    })
  }
})

test('nobody gets the certificate of somebody else', async () => {
  const { course } = await makeGraduate()
  const other = await makeGraduate()

  await expect(ask({ token: '' }, course)).rejects.toMatchObject({ status: 401 })
  for (const person of [other.learner, await makeAdmin(db)]) {
    await expect(ask(person, course)).rejects.toMatchObject({ code: 'course_not_owned' })
  }
  await expect(ask(other.learner, { id: 'no-such-course' })).rejects.toMatchObject({
    code: 'course_not_found',
  })
})

function readTitle({ pdf_data }: { pdf_data: string }): string {
  return readPdf(Buffer.from(pdf_data, 'base64')).title
}

function readHeading(certificate: { pdf_data: string }): string | undefined {
  return readTitle(certificate).split(':')[0]
}

async function makeGraduate(
  overrides: { name?: string } = {},
): Promise<{ learner: Person; course: MadeCourse }> {
  const learner = await makeLearner(db, overrides)
  const course = await makeCourse(db)
  await completeCourse(db, learner, course, completedAt)
  return { learner, course }
}

function preview(person: { token: string }, course: { id: string }) {
  return server.as(person)(previewCertificate, { params: { course_id: course.id } })
}

function ask(person: { token: string }, course: { id: string }) {
  return server.as(person)(getCertificate, { params: { course_id: course.id } })
}
