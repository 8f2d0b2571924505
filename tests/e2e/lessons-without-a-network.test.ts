import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { and, eq, sql } from 'drizzle-orm'
import { grantAccess, revokeAccess } from '../../src/domains/access/server/change-access.ts'
import { openSession } from '../../src/domains/accounts/server/sessions.ts'
import { videos } from '../../src/domains/catalogue/server/tables.ts'
import { videoProgress } from '../../src/domains/learning/server/tables.ts'
import { makeAdmin, makeLearner } from '../support/factories.ts'
import { uploadFile } from '../support/upload.ts'
import { makeFilmCourse } from './support/courses.ts'
import { expectFocus } from './support/expect-focus.ts'
import { listViolations } from './support/list-violations.ts'
import { enterAs, signIn } from './support/people.ts'
import { type Academy, expect, test } from './support/test.ts'

test.use({ serviceWorkers: 'allow' })

const filmInSeconds = 17
const sheet = Buffer.from('%PDF-1.7\nOne idea, few shots\n')
const kept = 'This lesson is kept on this device.'

test('a whole lesson in airplane mode is credited to the second', async ({
  page,
  context,
  academy,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED/)
  const { course, learner } = await openFilmCourse(page, academy)
  await page.getByRole('button', { name: 'Keep on this device' }).click()
  await expect(page.getByText(/^Your browser says it has .+ of room left\.$/)).toBeVisible()
  await page.getByRole('radio', { name: /^480p · / }).check()
  expect(await listViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Keep this lesson' }).click()
  await expect(page.getByText(kept)).toBeVisible()
  await expect(page.getByText(/^480p · 13\d kB · until /)).toBeVisible()
  const bytes = await readKept(page)
  expect(bytes.length).toBeGreaterThan(100_000)
  for (const plain of ['ftyp', 'WEBVTT', 'One idea']) expect(bytes.includes(plain)).toBe(false)
  // What comes now comes from what was kept.
  await (await context.newCDPSession(page)).send('Network.clearBrowserCache')

  await context.setOffline(true)
  await page.reload()
  await page.getByRole('link', { name: 'Play' }).click()
  const player = page.getByRole('region', { name: 'Kept on this device' })
  await player.getByRole('button', { name: 'Play video: Video 1' }).click()
  await player.getByLabel('Speed').selectOption('2')
  const video = page.locator('video')
  await expect.poll(() => video.evaluate(countCues)).toBeGreaterThan(0)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Sheet\.pdf/ }).click(),
  ])
  expect((await readFile(await download.path())).equals(sheet)).toBe(true)
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.ended), { timeout: 60_000 })
    .toBe(true)
  await expect(page.getByText(/Your progress is kept on this device/)).toBeVisible()
  await page.reload()

  await context.setOffline(false)
  await page.goto(`/my-courses`)

  await expect.poll(() => readPlayed(academy, learner, course)).not.toBeNull()
  const played = await readPlayed(academy, learner, course)
  expect(Math.round(played?.playedInSeconds ?? 0)).toBe(filmInSeconds)
  expect(played?.isCompleted).toBe(true)
})

test('without a network kept lessons are found from pages of another language, too', async ({
  page,
  context,
  academy,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED/)
  await keepLesson(page, academy)

  await context.setOffline(true)
  await page.goto('/hi/my-courses?tab=kept')

  await expect(page.getByRole('button', { name: 'Play Video 1' })).toBeVisible()
  await expect(page).toHaveURL(`${academy.url}/my-courses?tab=kept`)
})

test('after a log-out nothing of a kept lesson is left', async ({ page, academy }) => {
  await keepLesson(page, academy)

  await page.getByRole('button', { name: 'Logout' }).first().click()

  await expect.poll(() => page.evaluate(listLeft)).toEqual([])
})

test('once a course is taken back its kept lesson goes, with a sentence', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/403/)
  const { refund } = await keepLesson(page, academy)
  await refund()

  await page.goto('/my-courses?tab=kept')

  await expect(
    page.getByText('The academy does not give it out to you any more.', { exact: false }),
  ).toBeVisible()
  expect(await readKept(page)).toHaveLength(0)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText('Nothing is kept here yet.', { exact: false })).toBeVisible()
})

test('what the browser has removed is told, and kept again from its lesson', async ({
  page,
  academy,
}) => {
  await keepLesson(page, academy)
  await page.evaluate(removeFirstChunk)

  await page.goto('/my-courses?tab=kept')

  await expect(
    page.getByText('Your browser has removed it to make room.', { exact: false }),
  ).toBeVisible()
  await page.getByRole('link', { name: 'To the lesson' }).click()
  await page.getByRole('button', { name: 'Keep this lesson' }).click()
  await expect(page.getByText(kept)).toBeVisible()
})

test('a device without room says so, and keeps nothing of the lesson', async ({
  page,
  context,
  academy,
}) => {
  await keepLesson(page, academy)
  const before = await readKept(page)
  const tools = await context.newCDPSession(page)
  const usage = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0)
  const { origin } = new URL(academy.url)
  await tools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: usage + 40_000 })

  await page.getByRole('button', { name: 'Next lesson' }).click()
  await page.getByRole('heading', { level: 2, name: 'Video 2' }).waitFor()
  await page.getByRole('button', { name: 'Keep this lesson' }).click()

  await expect(page.getByRole('alert')).toHaveText(
    /^There is no room left for it on this device: it needs 8\d kB\. Nothing of it was kept\.$/,
  )
  await tools.send('Storage.overrideQuotaForOrigin', { origin })
  expect((await readKept(page)).equals(before)).toBe(true)
})

test('a download that was cut off goes on where it stopped, in the size that was chosen', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/ERR_FAILED|ERR_ABORTED/)
  await openFilmCourse(page, academy)
  let films = 0
  page.on('request', (request) => {
    if (/\/films\/.+\.mp4/.test(request.url())) films += 1
  })
  await page.getByRole('button', { name: 'Keep on this device' }).click()
  await page.route('**/attachments/**', () => undefined)
  const chosen = page.getByRole('radio', { name: /^480p/ })
  await chosen.check()
  await page.getByRole('button', { name: 'Keep this lesson' }).click()
  await expect(
    page.getByRole('progressbar', { name: 'How much of the lesson is kept' }),
  ).toBeVisible()
  await expect.poll(async () => (await readKept(page)).length).toBeGreaterThan(80_000)
  await page.reload()
  await page.unroute('**/attachments/**')

  await expect(page.getByText('A part of it is here already.', { exact: false })).toBeVisible()
  await expect(chosen).toBeChecked()
  await page.getByRole('button', { name: 'Go on' }).click()

  await expect(page.getByText(kept)).toBeVisible()
  expect(films).toBe(1)
})

test('by keyboard, too, and what becomes of it is said', async ({ page, academy }) => {
  await openFilmCourse(page, academy)
  let goOn = (): void => undefined
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await page.route('**/attachments/**', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('button', { name: 'Keep on this device' }).click()
  await page.getByRole('button', { name: 'Keep this lesson' }).press('Enter')
  const stop = page.getByRole('button', { name: 'Stop and remove' })
  await expect(stop).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(stop).toBeFocused()
  const said = await page.getByText('Being kept.', { exact: false }).elementHandle()

  goOn()
  const remove = page.getByRole('button', { name: 'Remove from this device' })
  await expect(remove).toBeFocused()
  expect(await said?.textContent()).toBe(kept)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Keep this lesson' })).toBeVisible()
  await page.keyboard.press('Tab')

  await expect(page.getByRole('radio').first()).toBeFocused()
  await page.getByRole('button', { name: 'Keep this lesson' }).press('Enter')
  await expect(page.getByText(kept)).toBeVisible()
  await page.goto('/my-courses?tab=kept')
  const removal = page.getByRole('button', { name: 'Remove Video 1' })
  await removal.press('Enter')
  await expect(removal).toHaveCount(0)
  await expectFocus(page)
})

test('the focus stays with who removes all that is kept', async ({ page, academy }) => {
  await keepLesson(page, academy)
  await page.goto('/my-courses?tab=kept')
  const removeAll = page.getByRole('button', { name: 'Remove all' })

  await removeAll.press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove all' }).press('Enter')

  await expect(page.getByText('Nothing is kept here yet.', { exact: false })).toBeVisible()
  await expectFocus(page)
})

test('a session that ended locks what is kept until the same learner is back', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/401|423/)
  const { learner } = await keepLesson(page, academy)
  const url = await page.evaluate(findKeptUrl)
  const readStatus = () => page.evaluate(async (kept) => (await fetch(kept)).status, url)
  expect(await readStatus()).toBe(200)
  await academy.db.execute(sql`delete from sessions where user_id = ${learner.id}`)
  await page.goto('/my-courses')
  await expect(page).toHaveURL(/login/)
  await expect.poll(readStatus).toBe(423)
  expect((await readKept(page)).length).toBeGreaterThan(0)

  const token = await openSession(academy.db, learner.id)
  // Nobody has to open the list before the journey.
  await enterAs(page, { ...learner, token })

  await expect.poll(readStatus).toBe(200)
})

test('a kept lesson that is locked says so, and is not called unreadable', async ({
  page,
  context,
  academy,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|423/)
  await keepLesson(page, academy)
  // The last that is asked about what is kept: a key that was read before is not written anew after.
  await page.goto('/robots.txt') // the page of the lesson asks no more
  let confirmed = 0
  page.on('response', (answer) => {
    if (answer.url().endsWith('/progress')) confirmed += 1
  })
  await page.goto('/my-courses?tab=kept')
  await page.getByRole('button', { name: 'Play Video 1' }).click()
  // The screen asks, and so does every page a second after it has opened.
  await expect.poll(() => confirmed).toBe(2)
  await context.setOffline(true)
  await page.evaluate(clearKeys)

  const player = page.getByRole('region', { name: 'Kept on this device' })
  await player.getByRole('button', { name: 'Play video: Video 1' }).click()

  await expect(
    player.getByText('It is locked since your session ended. Open this page once with a network.'),
  ).toBeVisible({ timeout: 30_000 })
})

test('a kept lesson goes on where it was left in its classroom', async ({ page, academy }) => {
  await keepLesson(page, academy)
  const film = page.locator('video')
  await page.getByRole('button', { name: 'Play video: Video 1' }).click()
  await expect.poll(() => film.evaluate(isReady)).toBe(true)
  await film.evaluate((element: HTMLVideoElement) => {
    element.currentTime = 9
    element.playbackRate = 0.25 // who stops near the end begins anew
  })
  await expect.poll(() => film.evaluate(readTime), { timeout: 30_000 }).toBeGreaterThan(9)
  await page.getByRole('button', { name: 'Pause', exact: true }).first().press('Enter')

  await page.getByRole('link', { name: 'Play from this device' }).click()
  const player = page.getByRole('region', { name: 'Kept on this device' })
  await player.getByRole('button', { name: 'Play video: Video 1' }).click()

  await expect.poll(() => film.evaluate(readBegin), { timeout: 30_000 }).toBeGreaterThanOrEqual(9)
})

/** Where the film began to play, after what a busy page let through of its beginning; null: it has not. */
function readBegin({ played }: HTMLVideoElement): number | null {
  return played.length > 0 ? played.start(played.length - 1) : null
}

async function openFilmCourse(page: Page, academy: Academy) {
  const { db, url: baseUrl } = academy
  const course = await makeFilmCourse(academy)
  const [videoId = ''] = course.videoIds
  const file = { courseId: course.id, filename: 'Sheet.pdf', bytes: sheet }
  const id = await uploadFile({ baseUrl }, await makeAdmin(db), file)
  await db
    .update(videos)
    .set({ attachments: [{ id, name: file.filename }] })
    .where(eq(videos.id, videoId))
  const learner = await makeLearner(db)
  const change = {
    learnerId: learner.id,
    courseId: course.id,
    cause: { kind: 'gift' as const, id: `gift-of-${learner.id}` },
    reason: 'A gift for a test',
  }
  await db.transaction((db) => grantAccess(db, change))
  await signIn(page, academy, learner, '/about')
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
  await page.goto(`/course/${course.id}`)
  const refund = () => db.transaction((db) => revokeAccess(db, change))
  return { course, learner, refund }
}

async function keepLesson(page: Page, academy: Academy) {
  const opened = await openFilmCourse(page, academy)
  await page.getByRole('button', { name: 'Keep on this device' }).click()
  await page.getByRole('button', { name: 'Keep this lesson' }).click()
  await expect(page.getByText(kept)).toBeVisible()
  return opened
}

async function readPlayed(academy: Academy, learner: { id: string }, course: { id: string }) {
  const { playedInSeconds, completedAt, learnerId, courseId } = videoProgress
  const [row] = await academy.db
    .select({ playedInSeconds, completedAt })
    .from(videoProgress)
    .where(and(eq(learnerId, learner.id), eq(courseId, course.id)))
  return row ? { ...row, isCompleted: row.completedAt !== null } : null
}

/** All that lies in chunks on the device. */
async function readKept(page: Page): Promise<Buffer> {
  const letters = await page.evaluate(async () => {
    const databases = await indexedDB.databases()
    if (!databases.some(({ name }) => name === 'kept-lessons')) return []
    const open = indexedDB.open('kept-lessons')
    await new Promise((resolve) => (open.onsuccess = resolve))
    const all = open.result.transaction('chunks').objectStore('chunks').getAll()
    await new Promise((resolve) => (all.onsuccess = resolve))
    open.result.close()
    return (all.result as Uint8Array[]).map((chunk) => [...chunk])
  })
  return Buffer.concat(letters.map((chunk) => Buffer.from(chunk)))
}

/** In the page, as the following. */
async function removeFirstChunk(): Promise<void> {
  const open = indexedDB.open('kept-lessons')
  await new Promise((resolve) => (open.onsuccess = resolve))
  const transaction = open.result.transaction('chunks', 'readwrite')
  const cursor = transaction.objectStore('chunks').openCursor()
  cursor.onsuccess = () => cursor.result?.delete()
  await new Promise((resolve) => (transaction.oncomplete = resolve))
  open.result.close()
}

async function clearKeys(): Promise<void> {
  const open = indexedDB.open('kept-lessons')
  await new Promise((resolve) => (open.onsuccess = resolve))
  const transaction = open.result.transaction('keys', 'readwrite')
  transaction.objectStore('keys').clear()
  await new Promise((resolve) => (transaction.oncomplete = resolve))
  open.result.close()
}

const isReady = (video: HTMLVideoElement) => video.readyState > 0
const readTime = (video: HTMLVideoElement) => video.currentTime

async function listLeft(): Promise<string[]> {
  const databases = (await indexedDB.databases()).map(({ name }) => name ?? '')
  const names = [...databases, ...(await caches.keys()), ...Object.keys(localStorage)]
  return names.filter((name) => name.startsWith('kept-') || name.startsWith('player_'))
}

async function findKeptUrl(): Promise<string> {
  const list = Object.entries(localStorage).find(([name]) => name.startsWith('kept-lessons:'))
  return `/kept-films/${JSON.parse(list?.[1] ?? '[]')[0].id}/film`
}

function countCues(video: HTMLVideoElement): number {
  for (const track of video.textTracks) if (track.mode === 'disabled') track.mode = 'hidden'
  return [...video.textTracks].reduce((sum, { cues }) => sum + (cues?.length ?? 0), 0)
}
