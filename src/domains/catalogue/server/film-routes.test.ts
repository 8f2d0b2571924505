import { createHash, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import {
  grantCourse,
  makeAdmin,
  makeCourse,
  makeFilm,
  makeLearner,
  type Person,
} from '../../../../tests/support/factories.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import type { ResponseOf } from '../../../http/endpoint.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { StorageError } from '../../../platform/media/storage-error.ts'
import { grantAccess, revokeAccess } from '../../access/server/change-access.ts'
import { logout } from '../../accounts/contract.ts'
import { hashToken, openSession } from '../../accounts/server/sessions.ts'
import { deleteCaptions, putCaptions, putChapters } from '../../films/contract.ts'
import { signFilmLink } from '../../films/server/sign-film-link.ts'
import { getCourse } from '../contract.ts'
import { courses, videos } from './tables.ts'

const server = await startTestServer()
const { db } = server
const second = await startTestServer({ beside: server })
afterAll(async () => {
  await second.close()
  await server.close()
})

const bytes = randomBytes(50_000)
const small = randomBytes(9_000)
const sha256 = createHash('sha256').update(bytes).digest('hex')
await server.media.write('films/large', bytes, { type: 'video/mp4' })
await server.media.write('films/small', small, { type: 'video/mp4' })

async function makeFilmCourse() {
  const course = await makeCourse(db)
  const filmId = await makeFilm(db, course, [
    { key: 'films/large', sizeInBytes: bytes.length, sha256 },
    { name: 'data_saver', key: 'films/small', sizeInBytes: small.length, width: 426, height: 240 },
    { name: 'poster', key: 'films/poster', type: 'image/jpeg' },
    {
      name: 'sprite',
      key: 'films/sprite',
      type: 'image/jpeg',
      width: 160,
      height: 90,
      grid: { columns: 10, rows: 1, every_in_seconds: 10 },
    },
  ])
  await db
    .update(videos)
    .set({ url: `film:${filmId}` })
    .where(eq(videos.id, course.videoIds[0] ?? ''))
  return { course, filmId }
}

/** What a browser keeps of a course that it opened: the answer, and the cookie of films. */
async function openCourse(person: Pick<Person, 'token'> | null, courseId: string) {
  const answer = await server.fetch(`/api/courses/${courseId}`, {
    headers: person ? { authorization: `Bearer ${person.token}` } : {},
  })
  const course = (await answer.json()) as ResponseOf<typeof getCourse>
  const setCookie = answer.headers.get('set-cookie') ?? ''
  const video = course.modules[0]?.videos[0]
  return { video, setCookie, cookie: setCookie.split(';')[0] ?? '', link: video?.url ?? '' }
}

interface Asking extends RequestInit {
  headers?: Record<string, string>
}

async function play(link: string, cookie: string, init: Asking = {}, at = server) {
  return fetch(at.baseUrl + link, { ...init, headers: { cookie, ...init.headers } })
}

async function makeViewer() {
  const { course, filmId } = await makeFilmCourse()
  const owner = await makeLearner(db)
  await grantCourse(db, owner, course)
  return { course, filmId, owner, ...(await openCourse(owner, course.id)) }
}

test('an owner gets all that a player needs, and visitors nothing of it', async () => {
  const { course, filmId, video, setCookie } = await makeViewer()

  const query = /\?learner=.+&course=.+&until=\d+&key=[\w-]{43}$/
  expect(video?.url).toMatch(new RegExp(`^/films/${filmId}/original\\.mp4\\?`))
  expect(video?.url).toMatch(query)
  expect(video?.film).toMatchObject({
    duration_in_seconds: 5,
    renditions: [
      { name: 'original', height: 720, size_in_bytes: 50_000 },
      { name: 'data_saver', height: 240, size_in_bytes: 9_000 },
    ],
    captions: [],
    chapters: [],
    sprite: { columns: 10, rows: 1, every_in_seconds: 10, width: 160, height: 90 },
  })
  expect(video?.film?.poster).toMatch(query)
  expect(video?.film?.renditions[1]?.url).toMatch(query)
  expect(setCookie).toMatch(/; Path=\/films; Max-Age=\d+; HttpOnly; SameSite=Strict$/)

  const visitor = await openCourse(null, course.id)
  expect(visitor.video).not.toHaveProperty('url')
  expect(visitor.video).not.toHaveProperty('film')
  expect(visitor.setCookie).toBe('')
})

describe('an owner fetches a film', () => {
  test('whole, never compressed, for themselves only', async () => {
    const { link, cookie } = await makeViewer()
    const answer = await play(link, cookie, { headers: { 'accept-encoding': 'gzip, br' } })

    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('video/mp4')
    expect(answer.headers.get('content-length')).toBe('50000')
    expect(answer.headers.get('content-encoding')).toBeNull()
    expect(answer.headers.get('accept-ranges')).toBe('bytes')
    expect(answer.headers.get('cache-control')).toMatch(/^private/)
    expect(answer.headers.get('content-disposition')).toBeNull()
    expect(answer.headers.get('etag')).toBe(`"${sha256}"`)
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
  })

  test.each([
    ['bytes=0-99', 0, 100],
    ['bytes=1000-', 1000, 50_000],
    ['bytes=-10', 49_990, 50_000],
    ['bytes=49990-60000', 49_990, 50_000],
  ])('in parts: %s', async (range, from, to) => {
    const { link, cookie } = await makeViewer()
    const answer = await play(link, cookie, { headers: { range } })

    expect(answer.status).toBe(206)
    expect(answer.headers.get('content-range')).toBe(`bytes ${from}-${to - 1}/50000`)
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes.subarray(from, to))).toBe(true)
  })

  test('and is told what is behind the end, what is unchanged, and what it weighs', async () => {
    const { link, cookie } = await makeViewer()
    const behind = await play(link, cookie, { headers: { range: 'bytes=50000-' } })
    expect(behind.status).toBe(416)
    expect(behind.headers.get('content-range')).toBe('bytes */50000')
    const same = await play(link, cookie, { headers: { 'if-none-match': `"${sha256}"` } })
    expect(same.status).toBe(304)
    const head = await play(link, cookie, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '50000'])
    const other = await play(link, cookie, {
      headers: { range: 'bytes=0-9', 'if-range': '"another"' },
    })
    expect(other.status).toBe(200)
  })

  test('from a program that shows the session’s own token in place of the cookie', async () => {
    const { link, owner } = await makeViewer()
    const by = (token: string) => play(link, '', { headers: { authorization: `Bearer ${token}` } })

    expect((await by(owner.token)).status).toBe(200)
    expect((await by(await openSession(db, owner.id))).status).toBe(403)
  })

  test('in another rendition, with the same signature', async () => {
    const { video, cookie } = await makeViewer()
    const answer = await play(video?.film?.renditions[1]?.url ?? '', cookie)

    expect(Buffer.from(await answer.arrayBuffer()).equals(small)).toBe(true)
  })
})

describe('a link does not play', () => {
  test('without the browser it was made for, nor in that of another owner', async () => {
    const { link, course } = await makeViewer()
    const friend = await makeLearner(db)
    await grantCourse(db, friend, course)
    const theirs = await openCourse(friend, course.id)

    expect((await play(link, '')).status).toBe(403)
    expect((await play(link, theirs.cookie)).status).toBe(403)
    expect((await play(theirs.link, theirs.cookie)).status).toBe(200)
  })

  test('in another session of the same learner', async () => {
    const { link, owner, course } = await makeViewer()
    const phone = await openCourse({ token: await openSession(db, owner.id) }, course.id)

    expect((await play(link, phone.cookie)).status).toBe(403)
  })

  test('for another film, course or learner, or changed, or after its time', async () => {
    const { link, cookie, owner, course, filmId } = await makeViewer()
    const other = await makeFilmCourse()
    const sign = (minutesAgo: number) =>
      signFilmLink(server.secrets.mediaKey, `/films/${filmId}/original.mp4`, {
        learnerId: owner.id,
        sessionHash: hashToken(owner.token),
        courseId: course.id,
        filmId,
        now: new Date(Date.now() - minutesAgo * 60_000),
      })
    const changed = [
      link.replace(filmId, other.filmId),
      link.replace(course.id, other.course.id),
      link.replace(/learner=[^&]+/, `learner=${(await makeLearner(db)).id}`),
      link.replace(/until=\d+/, 'until=99999999999'),
      link.replace(/key=.*/, 'key=x'),
      link.split('?')[0] ?? '',
      `/films/${filmId}/original.mp4?preview=${course.id}`,
      sign(11),
    ]

    for (const one of changed) expect((await play(one, cookie)).status, one).toBe(403)
    expect((await play(sign(0), cookie)).status).toBe(200)
  })

  test('but captions and pictures come hours later, for which it opens no film', async () => {
    const { cookie, owner, course, filmId, link } = await makeViewer()
    const captions = { label: 'English', text: '1\n00:00:01,000 --> 00:00:02,000\nHello\n' }
    const admin = server.as(await makeAdmin(db))
    await admin(putCaptions, { params: { id: filmId, language: 'en' }, body: captions })
    await server.media.write('films/poster', small, { type: 'image/jpeg' })
    const sign = (file: string, hoursAgo: number) =>
      signFilmLink(server.secrets.mediaKey, `/films/${filmId}/${file}`, {
        learnerId: owner.id,
        sessionHash: hashToken(owner.token),
        courseId: course.id,
        filmId,
        now: new Date(Date.now() - hoursAgo * 3_600_000),
      })
    const query = (one: string) => one.split('?')[1] ?? ''
    for (const file of ['captions/en.vtt', 'poster.jpg']) {
      const [path = ''] = sign(file, 0).split('?')
      expect((await play(sign(file, 11), cookie)).status, file).toBe(200)
      expect((await play(sign(file, 24), cookie)).status, file).toBe(403)
      expect((await play(sign(file, 11), '')).status, file).toBe(403)
      expect((await play(`${path}?${query(link)}`, cookie)).status, file).toBe(200)
      const film = link.replace(query(link), query(sign(file, 0)))
      expect((await play(film, cookie)).status, file).toBe(403)
    }
  })

  test('after logging out, in any process', async () => {
    const { link, cookie, owner } = await makeViewer()
    for (const at of [server, second]) expect((await play(link, cookie, {}, at)).status).toBe(200)
    await server.as(owner)(logout, {})

    await expect.poll(async () => (await play(link, cookie, {}, second)).status).toBe(403)
    expect((await play(link, cookie)).status).toBe(403)
  })

  test('after the course was taken back, by refund, withdrawal or removal', async () => {
    const { course } = await makeFilmCourse()
    const owner = await makeLearner(db)
    const change = {
      learnerId: owner.id,
      courseId: course.id,
      cause: { kind: 'gift' as const, id: newId() },
      reason: 'A test',
    }
    await db.transaction((db) => grantAccess(db, change))
    const { link, cookie } = await openCourse(owner, course.id)
    expect((await play(link, cookie, {}, second)).status).toBe(200)
    expect((await play(link, cookie)).status).toBe(200)
    await db.transaction((db) => revokeAccess(db, change))

    await expect.poll(async () => (await play(link, cookie, {}, second)).status).toBe(403)
    expect((await play(link, cookie)).status).toBe(403)
  })

  test('to a file that is not there', async () => {
    const { link, cookie } = await makeViewer()

    expect((await play(link.replace('original.mp4', '1080p.mp4'), cookie)).status).toBe(404)
    expect((await play(link.replace('original.mp4', '..%2fx'), cookie)).status).toBe(404)
  })
})

test('captions and chapters are for those who may watch, and change at once', async () => {
  const { course, filmId, owner } = await makeViewer()
  const admin = server.as(await makeAdmin(db))
  const text = '1\n00:00:01,000 --> 00:00:02,000\nनमस्ते\n'
  const params = { id: filmId, language: 'hi' }
  await admin(putCaptions, { params, body: { label: 'हिन्दी', text } })
  await admin(putChapters, { params: { id: filmId }, body: { text: '0:00 Welcome' } })
  await expect
    .poll(async () => (await openCourse(owner, course.id)).video?.film)
    .toMatchObject({
      captions: [{ language: 'hi', label: 'हिन्दी' }],
      chapters: [{ at: 0, title: 'Welcome' }],
    })
  const { video, cookie } = await openCourse(owner, course.id)
  const link = video?.film?.captions[0]?.url ?? ''
  const answer = await play(link, cookie)

  expect(answer.headers.get('content-type')).toBe('text/vtt; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('private, no-cache')
  expect(await answer.text()).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nनमस्ते\n')
  const etag = answer.headers.get('etag') ?? ''
  expect((await play(link, cookie, { headers: { 'if-none-match': etag } })).status).toBe(304)
  expect((await play(link, cookie, { method: 'HEAD' })).status).toBe(200)
  expect((await play(link, '')).status).toBe(403)
  expect((await play(link.split('?')[0] ?? '', cookie)).status).toBe(403)
  for (const other of ['en', '%00', '..%2f..', "x'"]) {
    const wrong = await play(link.replace('hi.vtt', `${other}.vtt`), cookie)
    expect([400, 404], other).toContain(wrong.status)
  }

  await admin(deleteCaptions, { params })
  await expect
    .poll(async () => (await openCourse(owner, course.id)).video?.film?.captions)
    .toEqual([])
})

test('a preview plays for everybody, as long as it is one', async () => {
  const { course, filmId } = await makeFilmCourse()
  const first = eq(videos.id, course.videoIds[0] ?? '')
  await db.update(videos).set({ isPreview: true }).where(first)
  const { video, link } = await openCourse(null, course.id)
  expect(link).toBe(`/films/${filmId}/original.mp4?preview=${course.id}`)
  expect(video?.film?.renditions).toHaveLength(2)
  expect((await play(link, '')).status).toBe(200)

  await db.update(videos).set({ isPreview: false }).where(first)
  await expect.poll(async () => (await play(link, '')).status).toBe(403)
})

test('a trailer plays for everybody, as long as it is one, and opens nothing else', async () => {
  const { course, filmId } = await makeFilmCourse()
  const trailer = await makeFilm(db, course, [
    { key: 'films/small', sizeInBytes: small.length, width: 426, height: 240 },
  ])
  const setTrailer = (url: string) =>
    db
      .update(courses)
      .set({ page: { trailer: url } })
      .where(eq(courses.id, course.id))
  await setTrailer(`film:${trailer}`)
  const ask = { params: { course_id: course.id } }
  const shown = await server.visitor(getCourse, ask)
  expect(shown.trailer).toBe(`/films/${trailer}/original.mp4?preview=${course.id}`)
  expect(shown.trailer_film?.renditions).toHaveLength(1)
  expect((await play(shown.trailer ?? '', '')).status).toBe(200)
  const lesson = `/films/${filmId}/original.mp4?preview=${course.id}`
  expect((await play(lesson, '')).status).toBe(403)

  await setTrailer(`film:${newId()}`)
  await expect.poll(async () => (await play(shown.trailer ?? '', '')).status).toBe(403)
  expect(await server.visitor(getCourse, ask)).not.toHaveProperty('trailer')
})

test('an administrator watches what is not on sale', async () => {
  const { course } = await makeFilmCourse()
  const { link, cookie } = await openCourse(await makeAdmin(db), course.id)

  expect((await play(link, cookie)).status).toBe(200)
})

test('with MEDIA_ACCEL the bytes are left to the web server, after the same questions', async () => {
  const nginx = await startTestServer({ beside: server, env: { MEDIA_ACCEL: '/internal-media' } })
  const { link, cookie } = await makeViewer()
  const answer = await play(link, cookie, {}, nginx)
  const refused = await play(link, '', {}, nginx)
  await nginx.close()

  expect(answer.headers.get('x-accel-redirect')).toBe('/internal-media/films/large')
  expect(answer.headers.get('cache-control')).toMatch(/^private/)
  expect(await answer.text()).toBe('')
  expect(refused.status).toBe(403)
  expect(refused.headers.get('x-accel-redirect')).toBeNull()
})

test('where films lie in another store, its short link is given', async () => {
  const linkFor = async (key: string, { expiresInSeconds }: { expiresInSeconds: number }) =>
    `https://store.example/${key}?for=${expiresInSeconds}`
  let isAway = false
  const sizeOf = async () => {
    if (isAway) throw new StorageError('away', new Error('connect ECONNREFUSED'))
    return 1
  }
  const media = { ...server.media, linkFor, sizeOf }
  const other = await startTestServer({ beside: server, media })
  other.allowErrors()
  const { link, cookie } = await makeViewer()
  const answer = await play(link, cookie, { redirect: 'manual' }, other)
  const dest = { 'sec-fetch-dest': 'empty' }
  const toScript = await play(link, cookie, { redirect: 'manual', headers: dest }, other)
  const there = await play(link, cookie, { method: 'HEAD', redirect: 'manual' }, other)
  isAway = true
  const asked = await play(link, cookie, { method: 'HEAD', redirect: 'manual' }, other)
  const askedByScript = await play(link, cookie, { method: 'HEAD', headers: dest }, other)
  await other.close()

  expect([answer.status, there.status]).toEqual([302, 302])
  // A player whose film stopped asks so whether it is the store.
  expect([asked.status, askedByScript.status]).toEqual([503, 503])
  expect(answer.headers.get('location')).toBe('https://store.example/films/large?for=60')
  // A page may read from its own origin alone.
  expect(toScript.status).toBe(200)
})
