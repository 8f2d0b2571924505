import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { makeAdmin, makeCourse } from '../support/factories.ts'
import { expectListed, newTitle } from './support/courses.ts'
import { listViolations } from './support/list-violations.ts'
import { signIn } from './support/people.ts'
import { type Academy, expect, test } from './support/test.ts'

/** Wider than a cover: red on the left, blue on the right, with discs. */
async function drawWidePicture(): Promise<Buffer> {
  const discs = [200, 700, 1200, 1700, 2200].map(
    (x) => `<circle cx="${x}" cy="450" r="90" fill="#fff" fill-opacity="0.3"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="2400" height="900">
    <rect width="2400" height="900" fill="#1030c0"/><rect width="1200" height="900" fill="#c02010"/>
    ${discs.join('')}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

async function openCreateForm(page: Page, academy: Academy): Promise<void> {
  await signIn(page, academy, await makeAdmin(academy.db), '/admin')
  await page.getByRole('button', { name: '+ Create New Course' }).click()
}

async function choose(page: Page, buffer: Buffer, name = 'cover.png'): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a picture' }).click()
  await (await chooser).setFiles({ name, mimeType: 'image/png', buffer })
}

/** As long as the page itself waits for the answer: a dozen sizes are made of it. */
const uploadedWithinInMs = 120_000

const widthsInPx = [360, 1280]

test('a picture is chosen, moved by keys, uploaded and seen in the list, narrow and wide', async ({
  page,
  academy,
  browser,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await openCreateForm(page, academy)

  await choose(page, await drawWidePicture())
  const dialog = page.getByRole('dialog', { name: 'Choose what is shown' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('slider', { name: 'Zoom' }).fill('1.5')
  const part = dialog.getByRole('application', { name: /The part that is shown/ })
  await part.focus()
  for (let press = 0; press < 60; press += 1) await page.keyboard.press('ArrowLeft')
  for (const width of widthsInPx) {
    await page.setViewportSize({ width, height: 800 })
    expect.soft(await listViolations(page), `${width} px`).toEqual([])
  }
  await page.setViewportSize({ width: 360, height: 800 })
  await dialog.getByRole('button', { name: 'Use this picture' }).click()
  await expect(dialog).toBeHidden({ timeout: uploadedWithinInMs })

  // The left was moved out of sight by the arrow to the left: blue is left.
  await expect(page.getByLabel('Thumbnail URL')).toHaveValue(
    /^\/pictures\/[0-4][0-9a-f][0-9a-f]{2}[a-f][0-9a-f]-[0-9a-f]{16}$/,
  )
  await expect(page.getByRole('img', { name: 'Cover of this course' })).toBeVisible()
  const title = newTitle('Uploaded')
  await page.getByLabel('Course Title').fill(title)
  await page.getByLabel('Price (₹)').fill('499')
  await page.getByLabel('Course Description').fill('From idea to reel.')
  await page.getByRole('button', { name: 'Create Course' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: title })).toBeVisible()

  for (const width of widthsInPx) {
    // A visitor's browser, which has no other size of it yet.
    const visitor = await browser.newPage({
      baseURL: academy.url,
      viewport: { width, height: 800 },
    })
    await visitor.goto(`/courses?search=${title}`)
    const cover = visitor.getByRole('img', { name: `Cover of ${title}` })
    await expect(cover).toHaveAttribute('data-cover', 'load')
    const shown = await cover.evaluate((img: HTMLImageElement) => img.currentSrc)
    expect(shown).toMatch(width === 360 ? /\/320\.avif$/ : /\/640\.avif$/)
    await visitor.close()
  }
})

test('a file that is no picture is told, and the form stays', async ({ page, academy }) => {
  await openCreateForm(page, academy)
  await page.getByLabel('Course Title').fill('Kept')

  await choose(page, Buffer.from('no picture'))
  await expect(page.getByText('This file is no picture that can be read here.')).toBeVisible()
  const small = { width: 300, height: 300, channels: 3 as const, background: '#000' }
  await choose(page, await sharp({ create: small }).png().toBuffer())

  await expect(page.getByText('It needs 640 by 360 pixels or more.')).toBeVisible()
  await expect(page.getByLabel('Course Title')).toHaveValue('Kept')
})

test('an upload that fails says so, and goes on by another press', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/net::ERR_FAILED|503/)
  await openCreateForm(page, academy)
  await page.route('**/api/admin/pictures*', (route) => route.abort(), { times: 1 })

  await choose(page, await drawWidePicture())
  const dialog = page.getByRole('dialog', { name: 'Choose what is shown' })
  await dialog.getByRole('button', { name: 'Use this picture' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(/could not be uploaded/)
  await dialog.getByRole('button', { name: 'Use this picture' }).click()

  await expect(dialog).toBeHidden({ timeout: uploadedWithinInMs })
  await page.getByRole('button', { name: 'Remove the picture' }).click()
  await expect(page.getByLabel('Thumbnail URL')).toHaveValue('')
})

test('an uploaded picture that is lost leaves the drawn cover to be seen', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/404/)
  const sent = await fetch(`${academy.url}/api/admin/pictures`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${(await makeAdmin(academy.db)).token}`,
      'content-type': 'image/png',
    },
    body: new Uint8Array(await drawWidePicture()),
  })
  const { url: thumbnail }: { url: string } = await sent.json()
  const title = newTitle('Lost')
  const course = await makeCourse(academy.db, { title, thumbnail })
  await expectListed(academy, course)
  await page.route('**/pictures/**', (route) => route.fulfill({ status: 404, body: '' }))

  for (const path of [`/courses?search=${title}`, `/course/${course.id}`]) {
    await page.goto(path)

    await expect(page.locator('[data-palette] svg').first()).toBeVisible()
    await expect(page.getByRole('img', { name: `Cover of ${title}` })).toHaveCount(0)
  }
})
