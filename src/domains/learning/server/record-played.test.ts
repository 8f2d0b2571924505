import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import {
  grantCourse,
  hideCourse,
  type MadeCourse,
  makeAdmin,
  makeCourse,
  makeLearner,
  type Person,
} from '../../../../tests/support/factories.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { grantAccess, revokeAccess } from '../../access/server/change-access.ts'
import { logout } from '../../accounts/contract.ts'
import { videos } from '../../catalogue/server/tables.ts'
import { getProgress, reportProgress } from '../contract.ts'
import type { Interval } from '../played-intervals.ts'
import { signWatchToken } from './watch-token.ts'

const server = await startTestServer()
const { db } = server
afterAll(() => server.close())

describe('a learner who watches', () => {
  test('is credited with what was played and finds the position again', async () => {
    const { learner, course } = await makeOwner()
    await report(learner, course, { position: 1, played: [[0, 1]] })
    await letPass(learner, 10)

    const answer = await report(learner, course, { position: 11, played: [[0, 11]] })

    expect(answer.video).toEqual({
      position: 11,
      played_in_seconds: 11,
      fraction: 0.11,
      completed: false,
    })
    expect(answer.progress).toBeCloseTo(5.5)
    const progress = await readProgress(learner, course)
    expect(progress.videos[0]).toMatchObject({ position: 11, completed: false })
    expect(progress.progress).toBeCloseTo(5.5)
  })

  test('is brought back by no report that waited on another device while they played on', async () => {
    const { learner, course } = await makeOwner()
    await report(learner, course, { position: 1, played: [[0, 1]] })
    await letPass(learner, 120)
    await report(learner, course, { position: 80, played: [[40, 80]] })

    const late = { position: 30, played: [[0, 30] as Interval], told_seconds_ago: 3_600 }
    const { video } = await report(learner, course, late)

    expect(video.position).toBe(80)
    expect(video.played_in_seconds).toBeGreaterThan(41)
    expect((await readProgress(learner, course)).videos[0]).toMatchObject({ position: 80 })
    // In a moment on a slow network, and on a page that does not say it, a jump back is one.
    for (const [position, told] of [
      [20, { told_seconds_ago: 15 }],
      [10, {}],
    ] as const) {
      const { video } = await report(learner, course, { position, played: [], ...told })
      expect(video.position).toBe(position)
    }
  })

  test('is where they played last, and not in the film that was replaced, by a report that waited', async () => {
    const { learner, course } = await makeOwner()
    await report(learner, course, { position: 80, played: [[0, 1]] })
    await letPass(learner, 7_200)
    const late = { position: 30, played: [[0, 30] as Interval], told_seconds_ago: 3_600 }
    expect((await report(learner, course, late)).video.position).toBe(30)

    await report(learner, course, { position: 80, played: [] })
    await replaceFilm(course, 2)
    expect((await report(learner, course, late)).video.position).toBe(30)
  })

  test('completes a video at 90 % of its seconds, at double speed in half the time', async () => {
    const course = await makeCourse(db, { duration: '1:40' })
    const learner = await makeOwnerOf(course)
    await report(learner, course, { played: [[0, 1]] })
    await letPass(learner, 44)

    const almost = await report(learner, course, { played: [[0, 89]] })
    await letPass(learner, 1)
    const done = await report(learner, course, { played: [[0, 90.5]] })

    expect(almost.video).toMatchObject({ played_in_seconds: 89, completed: false })
    expect(done.video.completed).toBe(true)
    expect(done).toMatchObject({ progress: 50, completed: false })
  })

  test('completes the course with the last video, at a moment that is kept', async () => {
    const { learner, course } = await makeOwner()
    await watchWholly(learner, course, 0)
    const done = await watchWholly(learner, course, 1)
    const moment = await readCompletion(learner)

    await letPass(learner, 10)
    const later = await report(learner, course, { position: 3, played: [[0, 3]] })

    expect(done).toMatchObject({ progress: 100, completed: true })
    expect(later).toMatchObject({ progress: 100, completed: true, video: { position: 3 } })
    expect(await readCompletion(learner)).toEqual(moment)
    expect(moment).not.toBeNull()
  })

  test('gains nothing by the same seconds again', async () => {
    const { learner, course } = await makeOwner()
    await report(learner, course, { played: [[0, 4]] })
    await letPass(learner, 60)

    const answer = await report(learner, course, {
      played: [
        [0, 4],
        [1, 3],
        [2, 4],
      ],
    })

    expect(answer.video.played_in_seconds).toBe(4)
  })

  test('stands at the end when the player says so from behind it', async () => {
    const { learner, course } = await makeOwner()

    const answer = await report(learner, course, { position: 5000, duration: 100, played: [] })

    expect(answer.video.position).toBe(100)
  })

  test('keeps a course off sale and goes on with it', async () => {
    const { learner, course } = await makeOwner()
    await hideCourse(db, course)

    const answer = await report(learner, course, { played: [[0, 2]] })

    expect(answer.video.played_in_seconds).toBe(2)
  })
})

describe('a learner who does not watch', () => {
  test('drags to the end and has played five seconds', async () => {
    const { learner, course } = await makeOwner()

    const answer = await report(learner, course, { position: 100, played: [[0, 100]] })

    expect(answer.video).toMatchObject({ played_in_seconds: 5, completed: false })
  })

  test('gains nothing by many quick reports, also at once', async () => {
    const { learner, course } = await makeOwner()
    const since = performance.now()
    const claims = Array.from({ length: 20 }, (_, index): Interval[] => [
      [index * 5, index * 5 + 5],
    ])

    await Promise.all(claims.map((played) => report(learner, course, { played })))
    const answer = await report(learner, course, { played: [[0, 100]] })

    // Five to begin with, and twice the moments that these requests took.
    expect(answer.video.played_in_seconds).toBeLessThanOrEqual(5 + 2 * secondsSince(since))
  })

  test('cannot call a few seconds the whole film', async () => {
    const { learner, course } = await makeOwner()
    await report(learner, course, { duration: 100, played: [[0, 5]] })
    await letPass(learner, 10)

    const answer = await report(learner, course, { duration: 5, played: [[0, 5]] })

    expect(answer.video).toMatchObject({ fraction: 0.05, completed: false })
  })

  test('cannot even begin with a short length where others played a long one', async () => {
    const course = await makeCourse(db, { duration: 'a while' })
    const learner = await makeOwnerOf(course)
    for (let count = 0; count < 3; count += 1) {
      await watchWholly(await makeOwnerOf(course), course, 0)
    }

    const answer = await report(learner, course, { duration: 3, played: [[0, 3]] })

    expect(answer.video).toMatchObject({ fraction: 0.03, completed: false })
  })

  test('does not lose a completed video when the player finds it longer', async () => {
    const { learner, course } = await makeOwner()
    await watchWholly(learner, course, 0)
    await letPass(learner, 10)

    const answer = await report(learner, course, { duration: 1000, played: [[0, 100]] })

    expect(answer.video.completed).toBe(true)
    expect(answer.progress).toBe(50)
  })
})

test('two videos watched in two windows at the same moment both count', async () => {
  const owners = await Promise.all(Array.from({ length: 6 }, makeOwner))
  for (const { learner, course } of owners) {
    await report(learner, course, { played: [[0, 1]] }, 0)
    await report(learner, course, { played: [[0, 1]] }, 1)
    await letPass(learner, 100)
  }

  await Promise.all(
    owners.flatMap(({ learner, course }) =>
      [0, 1].map((index) => report(learner, course, { played: [[0, 100]] }, index)),
    ),
  )

  for (const { learner, course } of owners) {
    expect(await readProgress(learner, course)).toMatchObject({ progress: 100, completed: true })
  }
})

test.each([
  [{ position: -1, duration: 100, played: [] }, 'position'],
  [{ position: 'x', duration: 100, played: [] }, 'position'],
  [{ position: 0, duration: 0, played: [] }, 'duration'],
  [{ position: 0, duration: 1e9, played: [] }, 'duration'],
  [{ position: 0, duration: 1e-300, played: [] }, 'duration'],
  [{ position: 0, played: [] }, 'duration'],
  [{ position: 0, duration: 100 }, 'played'],
  [{ position: 0, duration: 100, played: [[0]] }, 'played.0'],
  [{ position: 0, duration: 100, played: [[0, 'x']] }, 'played.0.1'],
  [{ position: 0, duration: 100, played: [[-5, 5]] }, 'played.0.0'],
  [{ position: 0, duration: 100, played: [[0, null]] }, 'played.0.1'],
  [{ position: 0, duration: 100, played: Array.from({ length: 501 }, () => [0, 1]) }, 'played'],
])('a report that cannot be is refused with its path: %j', async (body, path) => {
  const { learner, course } = await makeOwner()

  const answer = send(learner, course, body as Body)

  await expect(answer).rejects.toMatchObject({
    status: 400,
    errors: expect.arrayContaining([expect.objectContaining({ path })]),
  })
})

test('a report of hardly any time counts as none', async () => {
  const { learner, course } = await makeOwner()

  const answer = await report(learner, course, { position: 1e-300, played: [[0, 1e-46]] })

  expect(answer.video).toMatchObject({ position: 0, played_in_seconds: 0 })
})

test('a report that runs backwards changes nothing', async () => {
  const { learner, course } = await makeOwner()

  const answer = await report(learner, course, {
    played: [
      [5, 1],
      [3, 3],
    ],
  })

  expect(answer.video.played_in_seconds).toBe(0)
})

describe('the length of a film', () => {
  test('is not spoilt for others by three who overstated it and were refunded', async () => {
    const course = await makeCourse(db, { duration: '' })
    for (let count = 0; count < 3; count += 1) {
      const { learner: spoiler, refund } = await makeBuyer(course)
      await report(spoiler, course, { duration: 900_000, played: [[0, 1]] })
      await refund()
    }
    const honest = await makeOwnerOf(course)

    const done = await watchWholly(honest, course, 0)

    expect(done.video.completed).toBe(true)
  })

  test('is not told by those who played it and were refunded', async () => {
    const course = await makeCourse(db, { duration: '' })
    for (let count = 0; count < 3; count += 1) {
      const { learner, refund } = await makeBuyer(course)
      await watchWholly(learner, course, 0)
      await refund()
    }
    const honest = await makeOwnerOf(course)

    const answer = await report(honest, course, { duration: 40, played: [[0, 4]] })

    expect(answer.video.fraction).toBeCloseTo(0.1)
  })

  test('is the stated one for three who call the film a few seconds', async () => {
    const course = await makeCourse(db, { duration: '2 min' })
    for (let count = 0; count < 3; count += 1) {
      const cheat = await makeOwnerOf(course)
      await report(cheat, course, { duration: 5, played: [[0, 5]] })
      await letPass(cheat, 60)

      const answer = await report(cheat, course, { duration: 5, played: [[0, 5]] })

      expect(answer.video.completed).toBe(false)
      expect(answer.video.fraction).toBeCloseTo(5 / 120, 3)
    }
  })

  test('unstated, still cannot pass in the moment of two calls', async () => {
    const course = await makeCourse(db, { duration: '' })
    const cheat = await makeOwnerOf(course)
    await report(cheat, course, { duration: 5, played: [[0, 5]] })
    await letPass(cheat, -60) // however long these calls take

    const answer = await report(cheat, course, { duration: 5, played: [[0, 5]] })

    expect(answer.video.completed).toBe(false)
    expect(answer.video.fraction).toBeLessThan(0.9)
  })

  test('is known of a file of our own, whatever is stated or reported', async () => {
    const course = await makeCourse(db, {
      modules: [['/media/demo/cut-on-the-beat.mp4']],
      duration: '15 min',
    })
    const learner = await makeOwnerOf(course)
    await report(learner, course, { duration: 3, played: [[0, 3]] })
    const begun = await report(learner, course, { duration: 3, played: [[0, 3]] })
    await letPass(learner, 8)

    const done = await report(learner, course, { duration: 17, played: [[0, 17]] })

    expect(begun.video.fraction).toBeCloseTo(3 / 17, 3)
    expect(done.video.completed).toBe(true)
  })

  test('recovers in a row where it was once overstated', async () => {
    const course = await makeCourse(db, { duration: '2 min' })
    const learner = await makeOwnerOf(course)
    await report(learner, course, { duration: 900_000, played: [[0, 1]] })
    await letPass(learner, 60)

    const done = await report(learner, course, { duration: 100, played: [[0, 100]] })

    expect(done.video.completed).toBe(true)
  })

  test('mistyped ten times too long is put right by those who played it to the end', async () => {
    const course = await makeCourse(db, { duration: '20 min' })
    const learner = await makeOwnerOf(course)
    const alone = await watchWholly(learner, course, 0)
    for (let count = 0; count < 3; count += 1) {
      await watchWholly(await makeOwnerOf(course), course, 0)
    }

    const soon = await report(learner, course, { played: [[0, 100]] })
    await letPass(learner, 0.45 * 20 * 60)
    const later = await report(learner, course, { played: [[0, 100]] })

    expect(alone.video.fraction).toBeCloseTo(100 / 1200, 3)
    expect(soon.video.completed).toBe(false) // not faster than the stated length allows
    expect(later.video.completed).toBe(true)
  })
})

describe('a learner whose page still plays a film that was replaced', () => {
  test('gains nothing of the new one, and loses nothing of the old one', async () => {
    const { learner, course } = await makeOwnerOfTwentyMinutes()
    const opening = openingFor(learner, course, 600)
    const watched: Partial<Body> = { position: 1115, duration: 1200, played: [[0, 1115]], opening }
    const before = await report(learner, course, { ...watched, film: 1 })
    await replaceFilm(course, 2)

    const later = await report(learner, course, { ...watched, film: 1 })

    expect(before.video.completed).toBe(true)
    expect(later).toMatchObject({ credited: watched.played, video: { completed: true } })
    const other = await makeOwnerOf(course)
    const first = { ...watched, opening: openingFor(other, course, 600), film: 1 }
    const answer = await report(other, course, first)
    expect(answer).toEqual({
      progress: 0,
      completed: false,
      video: { position: 0, played_in_seconds: 0, fraction: 0, completed: false },
      credited: [[0, 1115]],
    })
    const { videos: read } = await readProgress(other, course)
    expect(read[0]).toMatchObject({ position: 0, fraction: 0, completed: false, film: 2 })
  })

  test('is credited with what they play of the new one', async () => {
    const { learner, course } = await makeOwnerOfTwentyMinutes()
    const opening = openingFor(learner, course, 300)
    await report(learner, course, { duration: 1200, played: [[0, 500]], opening, film: 1 })
    await replaceFilm(course, 2)
    const late = { position: 510, duration: 1200, played: [[0, 510]] as Interval[], opening }

    const old = await report(learner, course, { ...late, film: 1 })
    const fresh = await report(learner, course, { ...late, played: [[0, 60]], film: 2 })
    await replaceFilm(course, 1)
    const back = await report(learner, course, { ...late, played: [], film: 1 })

    expect(old.video).toMatchObject({ played_in_seconds: 0, fraction: 0 })
    expect(fresh.video.played_in_seconds).toBe(60)
    expect(back.video.played_in_seconds).toBe(500)
  })
})

describe('a learner whose player could not reach the academy', () => {
  test('is credited with what was played since the lesson was opened', async () => {
    const { learner, course } = await makeOwner()
    const opening = openingFor(learner, course, 60)

    const answer = await report(learner, course, { played: [[0, 80]], opening })

    expect(answer.video.played_in_seconds).toBe(80)
    expect(answer.credited).toEqual([[0, 80]])
  })

  test('is told what did not count, and it counts later', async () => {
    const { learner, course } = await makeOwner()

    const first = await report(learner, course, { played: [[0, 80]] })
    await letPass(learner, 60)
    const second = await report(learner, course, { played: [[4, 80]] })

    expect(first.credited).toEqual([[0, 5]])
    expect(second.credited).toEqual([[4, 80]])
    expect(second.video.played_in_seconds).toBe(80)
  })

  test('gets the opening with the progress', async () => {
    const { learner, course } = await makeOwner()
    const { opening } = await readProgress(learner, course)

    const answer = await report(learner, course, { played: [[0, 2]], opening })

    expect(answer.video.played_in_seconds).toBe(2)
  })

  test('gains nothing by a second device with the same opening', async () => {
    const { learner, course } = await makeOwner()
    const since = performance.now()
    const opening = openingFor(learner, course, 20)

    await Promise.all([
      report(learner, course, { played: [[0, 40]], opening }),
      report(learner, course, { played: [[40, 80]], opening }),
    ])
    const answer = await report(learner, course, { played: [[0, 80]], opening })

    // Twice what passed since the opening, and five.
    expect(answer.video.played_in_seconds).toBeLessThanOrEqual(2 * (20 + secondsSince(since)) + 5)
  })

  test.each([
    ['somebody else', (other: Person, course: MadeCourse) => openingFor(other, course, 60)],
    ['another course', (_: Person, __: MadeCourse, me: Person) => openingFor(me, { id: 'x' }, 60)],
    ['a made-up key', () => `${(Date.now() - 60_000).toString(36)}.${'a'.repeat(43)}`],
    ['the week before', (_: Person, c: MadeCourse, me: Person) => openingFor(me, c, 7 * 86_400)],
    ['nonsense', () => 'nonsense'],
  ])('gains nothing by an opening of %s', async (_, openingOf) => {
    const { learner, course } = await makeOwner()
    const opening = openingOf(await makeLearner(db), course, learner)

    const answer = await report(learner, course, { played: [[0, 100]], opening })

    expect(answer.video.played_in_seconds).toBeLessThanOrEqual(5)
  })
})

describe('nobody reports on what is not theirs', () => {
  test('without a session', async () => {
    const course = await makeCourse(db)

    await expect(report({ token: '' }, course, {})).rejects.toMatchObject({ status: 401 })
  })

  test('without owning the course, administrators included', async () => {
    const course = await makeCourse(db)
    const { learner: other } = await makeOwner()

    for (const person of [other, await makeAdmin(db)]) {
      const refused = { status: 403, code: 'course_not_owned' }
      await expect(report(person, course, {})).rejects.toMatchObject(refused)
    }
  })

  test('after the session ended', async () => {
    const { learner, course } = await makeOwner()
    await report(learner, course, { position: 1, played: [[0, 1]] })
    await server.as(learner)(logout, {})

    await expect(report(learner, course, { position: 9 })).rejects.toMatchObject({ status: 401 })
    const { rows } = await db.execute<{ position: number }>(sql`
      select position_in_seconds as position from video_progress where learner_id = ${learner.id}`)
    expect(rows).toEqual([{ position: 1 }])
  })

  test('after the course was paid back', async () => {
    const learner = await makeLearner(db)
    const course = await makeCourse(db)
    const change = {
      learnerId: learner.id,
      courseId: course.id,
      cause: { kind: 'gift' as const, id: `gift-of-${learner.id}` },
      reason: 'A gift, taken back',
    }
    await db.transaction((db) => grantAccess(db, change))
    await report(learner, course, {})

    await db.transaction((db) => revokeAccess(db, change))

    await expect(report(learner, course, {})).rejects.toMatchObject({ status: 403 })
  })

  test('in a course or for a video that does not exist there', async () => {
    const { learner, course } = await makeOwner()
    const another = await makeCourse(db)
    const gone = { ...course, id: 'no-such-course' }
    const strange = { ...course, videoIds: ['no-such-video'] }
    const mixed = { ...course, videoIds: another.videoIds }

    await expect(report(learner, gone, {})).rejects.toMatchObject({ code: 'course_not_found' })
    await expect(report(learner, strange, {})).rejects.toMatchObject({ code: 'video_not_found' })
    await expect(report(learner, mixed, {})).rejects.toMatchObject({ code: 'video_not_found' })
  })
})

interface Body {
  position: number
  duration: number
  played: Interval[]
  opening?: string
  film?: number
}

function report(
  person: { token: string },
  course: MadeCourse,
  body: Partial<Body>,
  videoIndex = 0,
) {
  return send(person, course, { position: 0, duration: 100, played: [], ...body }, videoIndex)
}

function send(person: { token: string }, course: MadeCourse, body: Body, videoIndex = 0) {
  return server.as(person)(reportProgress, {
    params: { course_id: course.id, video_id: course.videoIds[videoIndex]! },
    body,
  })
}

async function watchWholly(learner: Person, course: MadeCourse, videoIndex: number) {
  await report(learner, course, { played: [[0, 1]] }, videoIndex)
  await letPass(learner, 60)
  return report(learner, course, { position: 100, played: [[0, 100]] }, videoIndex)
}

async function makeOwner(): Promise<{ learner: Person; course: MadeCourse }> {
  const learner = await makeLearner(db)
  const course = await makeCourse(db)
  await grantCourse(db, learner, course)
  return { learner, course }
}

async function makeOwnerOfTwentyMinutes(): Promise<{ learner: Person; course: MadeCourse }> {
  const course = await makeCourse(db, { duration: '20 min' })
  return { course, learner: await makeOwnerOf(course) }
}

/** As a publication does it. */
async function replaceFilm({ videoIds: [id = ''] }: MadeCourse, film: number): Promise<void> {
  const url = `https://videos.example/${film}.mp4`
  await db.update(videos).set({ film, url }).where(eq(videos.id, id))
}

async function makeOwnerOf(course: MadeCourse): Promise<Person> {
  const learner = await makeLearner(db)
  await grantCourse(db, learner, course)
  return learner
}

/** An owner whose course can be taken back. */
async function makeBuyer(course: MadeCourse) {
  const learner = await makeLearner(db)
  const change = {
    learnerId: learner.id,
    courseId: course.id,
    cause: { kind: 'gift' as const, id: `gift-of-${learner.id}` },
    reason: 'A gift, taken back',
  }
  await db.transaction((db) => grantAccess(db, change))
  return { learner, refund: () => db.transaction((db) => revokeAccess(db, change)) }
}

/** As the academy would have signed it so long ago. */
function openingFor(learner: Person, course: { id: string }, secondsAgo: number): string {
  return signWatchToken(server.secrets.openingKey, {
    learnerId: learner.id,
    courseId: course.id,
    openedAt: new Date(Date.now() - secondsAgo * 1000),
  })
}

/** By this machine's clock, which the database's may differ from by a rounding. */
function secondsSince(startInMs: number): number {
  return (performance.now() - startInMs) / 1000 + 0.01
}

/** As if the last reports had come earlier, and by way of another server process. */
async function letPass(learner: Person, seconds: number): Promise<void> {
  await db.execute(sql`
    update course_progress set percent = percent where learner_id = ${learner.id}`)
  await db.execute(sql`
    update video_progress set reported_at = reported_at - make_interval(secs => ${seconds}),
           opened_at = opened_at - make_interval(secs => ${seconds})
     where learner_id = ${learner.id}`)
}

async function readCompletion(learner: Person): Promise<unknown> {
  const { rows } = await db.execute<{ completed_at: unknown }>(sql`
    select completed_at from course_progress where learner_id = ${learner.id}`)
  return rows[0]?.completed_at ?? null
}

function readProgress(learner: Person, course: MadeCourse) {
  return server.as(learner)(getProgress, { params: { course_id: course.id } })
}
