import type { Page } from '@playwright/test'
import type { listFilms } from '../../src/domains/films/contract.ts'
import type { ResponseOf } from '../../src/http/endpoint.ts'
import { launchAcademy } from '../support/launch-academy.ts'
import { hasFfmpeg, makeFilmFile } from '../support/make-film.ts'
import { signIn } from './support/people.ts'
import { admin, readRunningProduct } from './support/running-product.ts'
import { expect, siteAt, test } from './support/test.ts'

test.skip(!hasFfmpeg, 'Needs ffmpeg to make films (Debian: apt-get install ffmpeg).')

type Film = ResponseOf<typeof listFilms>['films'][number]

test('where the server has no ffmpeg, the browser makes the smaller sizes, pauses, goes on after a reload, and they play', async ({
  page,
  watch,
}, testInfo) => {
  watch.allow(/409/) // what was under way when the page was loaded anew may have arrived all the same
  const academy = await startWithoutFfmpeg(testInfo.outputPath('data'))
  const site = siteAt(academy.url)
  const head = await site.as(null)('POST /auth/admin/login', { body: admin })
  const { id } = await site.as(head)('POST /admin/courses', {
    body: {
      title: 'Made Here',
      description: 'Films.',
      price: 10,
      state: 'draft',
      modules: [{ title: 'One', videos: [] }],
    },
  })
  const readFilm = async (): Promise<Film | null> => {
    const { films } = await site.as(head)('GET /admin/films', {
      query: { course_id: id },
    })
    return films[0] ?? null
  }
  await signIn(page, site, head, `/admin/courses/${id}`)
  await page.getByRole('button', { name: /^One No/ }).click()
  const buffer = await makeFilmFile({ seconds: 6, size: '1280x720', options: ['-b:v', '6M'] })
  await page
    .getByLabel('Upload films')
    .setInputFiles({ name: 'Cut.mp4', mimeType: 'video/mp4', buffer })
  await page.getByRole('button', { name: /^Cut/ }).click()

  await expect(page.getByText(/^This server has no ffmpeg: your browser makes/)).toBeVisible()
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText(/^Paused\./)).toBeVisible()
  await expect.poll(async () => (await readFilm())?.made_by).toBe('browser')
  await expect(page.getByText(/^Saved at /)).toBeVisible()
  const before = await readFilm()
  expect(before?.missing.length).toBeGreaterThan(0)

  await page.reload()
  await openLesson(page)
  await expect.poll(async () => (await readFilm())?.missing, { timeout: 300_000 }).toEqual([])
  await expect(page.getByText(/^This server has no ffmpeg/)).toHaveCount(0)
  const film = await readFilm()
  expect(film?.renditions.map(({ name, height }) => [name, height])).toEqual([
    ['original', 720],
    ['720p', 720],
    ['480p', 480],
    ['data_saver', 240],
    ['sound_only', null],
  ])
  expect(film?.url).toMatch(/720p\.mp4/)
  const file = (name: string) => film?.url?.replace('720p.mp4', name) ?? ''
  for (const name of ['720p.mp4', '480p.mp4', 'data_saver.mp4', 'sound_only.m4a']) {
    expect(await page.evaluate(playToItsEnd, file(name)), name).toBeCloseTo(6, 0)
  }
  expect(await page.evaluate(measurePicture, file('poster.jpg'))).toEqual([1280, 720])
  expect(await page.evaluate(measurePicture, file('sprite.jpg'))).toEqual([1600, 90])
  await page.close()
  await academy.stop()
})

function startWithoutFfmpeg(dataDir: string) {
  return launchAcademy({
    DATA_DIR: dataDir,
    DATABASE_URL: readRunningProduct().emptyDatabaseUrl,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    SEED: 'none',
    FFMPEG_PATH: '/nowhere',
  })
}

/** After a reload its panel may be open already. */
async function openLesson(page: Page) {
  const film = page.getByRole('region', { name: 'Own film' })
  const row = page.getByRole('button', { name: /^Cut/ })
  await expect(film.or(row).first()).toBeVisible()
  if (!(await film.isVisible())) await row.click()
}

/** In the page: where the last second was shown. */
async function playToItsEnd(url: string): Promise<number> {
  const video = document.createElement('video')
  video.src = url
  video.muted = true
  video.playbackRate = 8
  await video.play()
  await new Promise((resolve) => video.addEventListener('ended', resolve))
  return video.currentTime
}

async function measurePicture(url: string): Promise<[number, number]> {
  const picture = new Image()
  picture.src = url
  await picture.decode()
  return [picture.naturalWidth, picture.naturalHeight]
}
