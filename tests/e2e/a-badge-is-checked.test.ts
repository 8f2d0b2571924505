import { eq } from 'drizzle-orm'
import { certificates } from '../../src/domains/certificates/server/tables.ts'
import { completeCourse, makeCourse, makeLearner } from '../support/factories.ts'
import { expect, test } from './support/test.ts'

test('whoever is sent a badge or a PDF sees by the file alone whether it is genuine, also without a network', async ({
  page,
  academy,
  watch,
}) => {
  const learner = await makeLearner(academy.db, { name: 'अनन्या शर्मा' })
  const course = await makeCourse(academy.db)
  await completeCourse(academy.db, learner, course)
  const { certificate_id, pdf_data } = await academy.as(learner)('GET /certificate/:course_id', {
    params: { course_id: course.id },
  })
  const read = async (path: string) => {
    const answer = await fetch(`${academy.url}/api/certificates/${certificate_id}/${path}`)
    return Buffer.from(await answer.arrayBuffer())
  }
  const [json, png] = [await read('badge'), await read('badge.png')]
  const choose = (name: string, buffer: Buffer) =>
    page.getByLabel('Certificate or badge').setInputFiles({ name, mimeType: 'image/png', buffer })
  const finding = page.getByRole('main').getByRole('status')
  const keysCame = Promise.all(
    ['**/.well-known/did.json', '**/api/credentials/document-keys'].map((url) =>
      page.waitForResponse(url),
    ),
  )
  await page.goto('/verify')
  await keysCame

  await choose('badge.png', png)
  await expect(finding).toContainText('This certificate is genuine')
  await expect(finding).toContainText('अनन्या शर्मा')
  await expect(finding).toContainText(course.title)
  await expect(finding).not.toContainText('Whether it was withdrawn')

  await choose('changed.json', Buffer.from(json.toString().replace('अनन्या', 'अनामिका')))
  await expect(finding).toContainText('This file was changed')

  const pdf = Buffer.from(pdf_data, 'base64')
  await choose('certificate.pdf', pdf)
  await expect(finding).toContainText('This certificate is genuine')
  await expect(finding).toContainText('अनन्या शर्मा')
  await choose('longer.pdf', Buffer.concat([pdf, Buffer.from('\n')]))
  await expect(finding).toContainText('This file was changed')
  await choose('a film.mp4', Buffer.from('nothing signed'))
  await expect(finding).toContainText('There is no signature in this file')

  await choose('a long film.mp4', Buffer.alloc(10_000_001))
  await expect(finding).toContainText('This file is too large')

  watch.allow(/ERR_INTERNET_DISCONNECTED/)
  await page.context().setOffline(true)
  await choose('badge.json', json)
  await expect(finding).toContainText('Whether it was withdrawn could not be asked')
  await expect(finding).toContainText('अनन्या शर्मा')
  await choose('again.pdf', pdf)
  await expect(finding).toContainText('again.pdf')
  await expect(finding).toContainText('Whether it was withdrawn could not be asked')

  await page.context().setOffline(false)
  await academy.db
    .update(certificates)
    .set({ revokedAt: new Date() })
    .where(eq(certificates.learnerId, learner.id))
  const verify = () =>
    academy.as(null)('GET /certificates/:certificate_id', {
      params: { certificate_id },
    })
  await expect.poll(async () => (await verify()).revoked).toBe(true) // the academy has heard of it
  for (const [name, file] of [
    ['withdrawn.pdf', pdf],
    ['withdrawn.png', png],
  ] as const) {
    await choose(name, file)
    await expect(finding).toContainText(name)
    await expect(finding).toContainText('This certificate was withdrawn')
  }
})

test('what is typed and chosen before the page is alive is checked, too', async ({
  page,
  watch,
}) => {
  watch.allow(/404/)
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  await page.route('**/assets/check-file-*.js', async (route) => {
    await begun
    await route.continue()
  })
  await page.goto('/verify', { waitUntil: 'commit' })
  const number = page.getByLabel('Certificate ID')
  await number.fill('KA-NOT-ISSUED')
  await page
    .getByLabel('Certificate or badge')
    .setInputFiles({ name: 'early.json', mimeType: 'text/plain', buffer: Buffer.from('{}') })
  begin()

  await expect(page.getByRole('main').getByRole('status')).toContainText('early.json')
  await expect(number).toHaveValue('KA-NOT-ISSUED')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL(/\/verify\/KA-NOT-ISSUED$/)
})
