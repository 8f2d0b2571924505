import { eq } from 'drizzle-orm'
import { orders } from '../../src/domains/checkout/server/tables.ts'
import { makeAdmin, makeCourse, makeLearner } from '../support/factories.ts'
import { hasFfmpeg, makeFilmFile } from '../support/make-film.ts'
import { payBy } from './support/checkout-sheet.ts'
import { newTitle, shortFilm } from './support/courses.ts'
import { readDraft } from './support/drafts.ts'
import { signIn } from './support/people.ts'
import { expect, test } from './support/test.ts'

test.skip(!hasFfmpeg, 'Needs ffmpeg to make films (Debian: apt-get install ffmpeg).')

/** A film's data is some 600 kbit/s: at this speed little more is there than what is shown. */
const mobile = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }

test('an own film is uploaded, published, bought and watched, and stops when the payment is given back', async ({
  page,
  browser,
  academy,
  watch,
}) => {
  watch.allow(/403|ERR_|Failed to load resource/)
  const course = await makeCourse(academy.db, {
    title: newTitle('From Upload to Refund'),
    modules: [[shortFilm]],
  })
  const admin = await makeAdmin(academy.db)
  const film = await makeFilmFile({
    seconds: 240,
    options: ['-g', '24', '-movflags', '+faststart'],
  })

  await test.step('an administrator uploads it and publishes', async () => {
    const office = await browser.newPage({ baseURL: academy.url })
    await signIn(office, academy, admin, `/admin/courses/${course.id}`)
    const drop = office.getByLabel('Upload films')
    const row = office.getByRole('button', { name: /^Module 1/ })
    await expect(drop.or(row).first()).toBeVisible()
    if (!(await drop.isVisible())) await row.click()
    await drop.setInputFiles({ name: '1_By the river.mp4', mimeType: 'video/mp4', buffer: film })
    const urls = async () =>
      (await readDraft(academy, admin, course)).course.modules[0]?.videos.map(({ url }) => url)
    // A program looks at the film first.
    await expect.poll(async () => (await urls())?.[1], { timeout: 480_000 }).toMatch(/^film:/)
    const { revision } = await readDraft(academy, admin, course)
    await academy.as(admin)('POST /admin/courses/:id/publish', {
      params: { id: course.id },
      body: { revision },
    })
    await office.context().close()
  })

  await test.step('a learner buys the course and watches on a slow network', async () => {
    await signIn(page, academy, await makeLearner(academy.db), `/course/${course.id}`)
    await page.getByRole('button', { name: 'Purchase Now' }).click()
    await payBy(page, 'UPI')
    await expect(page).toHaveURL(/\/payment-success/)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', { offline: false, ...mobile })
    await page.goto(`/course/${course.id}`)
    await page.getByRole('button', { name: /By the river/ }).click()
    await page.getByRole('button', { name: 'Play video: By the river' }).click()
    await expect.poll(readPlace, { timeout: 30_000 }).toBeGreaterThan(1)
  })

  await test.step('the payment is given back, and the film stops with a sentence', async () => {
    const source = await page.locator('video').evaluate((video: HTMLVideoElement) => video.src)
    const [order] = await academy.db
      .select({ id: orders.id })
      .from(orders)
      .where(eq(orders.courseId, course.id))
    await academy.as(admin)('POST /admin/payments/:payment_id/refund', {
      params: { payment_id: order?.id ?? '' },
    })

    await expect(page.getByRole('alert')).toContainText('so the video has stopped', {
      timeout: 120_000,
    })
    await expect(page.locator('video')).toHaveCount(0)
    const status = await page.evaluate(async (url) => (await fetch(url)).status, source)
    expect(status).toBe(403)
    await page.getByRole('button', { name: 'See the course' }).click()
    await expect(page.getByRole('button', { name: 'Purchase Now' })).toBeVisible()
  })

  async function readPlace(): Promise<number> {
    return page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
  }
})
