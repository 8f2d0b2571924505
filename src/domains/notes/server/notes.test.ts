import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../../tests/support/buy.ts'
import {
  grantCourse,
  type MadeCourse,
  makeAdmin,
  makeCourse,
  makeFilm,
  makeLearner,
  type Person,
} from '../../../../tests/support/factories.ts'
import { startTestServer, type TestServer } from '../../../../tests/support/start-test-server.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { entitlements } from '../../access/server/tables.ts'
import { videos } from '../../catalogue/server/tables.ts'
import { putCaptions } from '../../films/contract.ts'
import * as contract from '../contract.ts'
import { notes } from './tables.ts'

let server: TestServer
let learner: Person
let course: MadeCourse
beforeAll(async () => {
  server = await startTestServer()
  learner = await makeLearner(server.db)
  course = await makeCourse(server.db, {
    title: 'Tabla',
    modules: [['https://videos.example/1.mp4', 'https://videos.example/2.mp4']],
  })
  await grantCourse(server.db, learner, course)
})
afterAll(() => server.close())

interface Writing {
  id?: string
  text?: string
  at?: number
  lesson?: number
  seen?: string[]
  base?: string
  film?: number
  revision?: string
}
const write = (who: Person, of: MadeCourse, writing: Writing = {}) =>
  server.as(who)(contract.saveMyNote, {
    params: { id: writing.id ?? newId() },
    body: {
      course_id: of.id,
      video_id: of.videoIds[writing.lesson ?? 0] ?? '',
      film: writing.film ?? 1,
      at_second: writing.at ?? 10,
      text: writing.text ?? 'A note.',
      revision: writing.revision ?? newId(),
      seen: writing.seen ?? [],
      base: writing.base ?? '',
    },
  })
const list = (who: Person, query = {}) => server.as(who)(contract.listMyNotes, { query })

/** A buyer of a course of their own. */
async function makeBuyer() {
  const [buyer, bought] = [await makeLearner(server.db), await makeCourse(server.db)]
  await grantCourse(server.db, buyer, bought)
  return { buyer, bought }
}

describe('a note', () => {
  test('stands in its lesson by second, and among all newest first', async () => {
    const { note: late } = await write(learner, course, { text: 'Late.', at: 90.5 })
    const { note: early } = await write(learner, course, { text: 'Early.', at: 3 })
    const { note: other } = await write(learner, course, { text: 'Next lesson.', lesson: 1 })

    const ofLesson = { course_id: course.id, video_id: course.videoIds[0] }
    const { notes: inLesson } = await list(learner, ofLesson)
    expect(inLesson.map(({ id }) => id)).toEqual([early.id, late.id])
    expect(inLesson[1]).toMatchObject({ at_second: 90.5, film: 1, is_playable: true })
    const all = await list(learner)
    expect(all.notes.map(({ id }) => id)).toEqual([other.id, early.id, late.id])
    const first = await list(learner, { limit: 2 })
    const second = await list(learner, { limit: 2, cursor: first.next_cursor ?? '' })
    expect([...first.notes, ...second.notes]).toEqual(all.notes)
    const paged = await list(learner, { ...ofLesson, limit: 1 })
    const rest = await list(learner, { ...ofLesson, limit: 1, cursor: paged.next_cursor ?? '' })
    expect([...paged.notes, ...rest.notes]).toEqual(inLesson)
  })

  test('deleted on another device meanwhile ends no list before its end', async () => {
    const { buyer, bought } = await makeBuyer()
    const ids: string[] = []
    for (const at of [1, 2, 3, 4]) ids.push((await write(buyer, bought, { at })).note.id)
    const ofLesson = { course_id: bought.id, video_id: bought.videoIds[0], limit: 2 }
    const { next_cursor } = await list(buyer, ofLesson)
    await server.db.delete(notes).where(eq(notes.id, ids[1] ?? ''))

    const rest = await list(buyer, { ...ofLesson, cursor: next_cursor ?? '' })

    expect(rest.notes.map(({ id }) => id)).toEqual(ids.slice(2))
  })

  test('is nobody else’s, also under the same id', async () => {
    const { buyer, bought } = await makeBuyer()
    const other = await makeLearner(server.db)
    await grantCourse(server.db, other, bought)
    const id = newId()
    await write(buyer, bought, { id, text: 'Mine.' })
    await write(other, bought, { id, text: 'Theirs.' })

    expect((await list(buyer)).notes).toMatchObject([{ id, text: 'Mine.' }])
    expect((await list(other)).notes).toMatchObject([{ id, text: 'Theirs.' }])
    const seen = (await list(buyer)).notes[0]?.revision ?? ''
    await server.as(other)(contract.deleteMyNote, { params: { id }, query: { seen } })
    expect((await list(buyer)).notes).toHaveLength(1)
    expect((await list(other)).notes).toHaveLength(1)
  })

  test('keeps its place when the film is replaced, and says that it is from an earlier one', async () => {
    const { buyer, bought } = await makeBuyer()
    const { note } = await write(buyer, bought, { at: 42 })
    await server.db.update(videos).set({ film: 2 }).where(eq(videos.courseId, bought.id))

    expect((await list(buyer)).notes).toMatchObject([
      { id: note.id, film: 1, at_second: 42, is_playable: false },
    ])
    const now = await write(buyer, bought, { film: 7 })
    expect(now.note).toMatchObject({ film: 2, is_playable: true })
    const changed = await write(buyer, bought, {
      id: note.id,
      film: 2,
      at: 1,
      seen: [note.revision],
    })
    expect(changed.note).toMatchObject({ film: 1, at_second: 42 })
    await server.db.update(videos).set({ film: 1 }).where(eq(videos.courseId, bought.id))
    const back = (await list(buyer)).notes.find(({ id }) => id === note.id)
    expect(back?.is_playable).toBe(true)
  })

  test('is refused without a word, too long, of no lesson, and beyond 5,000 of a course', async () => {
    const { buyer, bought } = await makeBuyer()
    const refused = (code: string) => ({ code })
    await expect(write(buyer, bought, { text: ' \n ' })).rejects.toMatchObject(
      refused('invalid_input'),
    )
    await expect(write(buyer, bought, { text: 'x'.repeat(10_001) })).rejects.toMatchObject(
      refused('invalid_input'),
    )
    await expect(write(buyer, { ...bought, videoIds: ['none'] })).rejects.toMatchObject(
      refused('video_not_found'),
    )
    await expect(write(buyer, { ...bought, videoIds: course.videoIds })).rejects.toMatchObject(
      refused('video_not_found'),
    )
    const { note } = await write(buyer, bought, { text: 'अ'.repeat(10_000) })
    await server.db.execute(sql`
      insert into notes (learner_id, id, course_id, video_id, film, at_second, text, revision)
      select ${buyer.id}, gen_random_uuid(), ${bought.id}, ${bought.videoIds[0]}, 1, n, 'Note', gen_random_uuid()
        from generate_series(2, 5000) n`)
    await expect(write(buyer, bought)).rejects.toMatchObject(refused('too_many_notes'))
    await write(buyer, bought, { id: note.id, text: 'Shorter.', seen: [note.revision] })
    // What was written on another device meanwhile is kept, however many there are.
    const { version } = await write(buyer, bought, { id: note.id, text: 'Other.', base: note.text })
    expect(version).toMatchObject({ text: 'Other.', version_of: note.id })
  })

  test('is found by all of its words, in whatever order, and by no pattern', async () => {
    const { buyer, bought } = await makeBuyer()
    await write(buyer, bought, { text: 'The left hand keeps the beat, 100% of the time.' })
    await write(buyer, bought, { text: 'बायाँ हाथ' })
    const found = async (q: string) => (await list(buyer, { q })).notes.length

    expect(await found('BEAT left')).toBe(1)
    expect(await found('beat right')).toBe(0)
    expect(await found('हाथ')).toBe(1)
    expect(await found('100%')).toBe(1)
    expect(await found('l%t')).toBe(0)
    expect(await found('_')).toBe(0)
  })
})

describe('changed on two devices', () => {
  test('other lines make one note, the same line two notes, and both stay', async () => {
    const { buyer, bought } = await makeBuyer()
    const { note } = await write(buyer, bought, { text: 'one\ntwo' })
    const { id, revision } = note
    const edit = { id, seen: [revision], base: 'one\ntwo' }
    await write(buyer, bought, { ...edit, text: 'ONE\ntwo' })
    const joined = await write(buyer, bought, { ...edit, text: 'one\ntwo\nthree' })
    expect(joined).toMatchObject({ note: { text: 'ONE\ntwo\nthree' }, version: null })

    const clash = { ...edit, text: 'eins\ntwo' }
    const apart = await write(buyer, bought, clash)
    expect(apart.note.text).toBe('ONE\ntwo\nthree')
    expect(apart.version).toMatchObject({ text: 'eins\ntwo', version_of: id, at_second: 10 })
    const again = await write(buyer, bought, clash)
    expect(again.version?.id).toBe(apart.version?.id)
    expect((await list(buyer)).notes).toHaveLength(2)
  })

  test('what was joined outlives a device that never heard the answer', async () => {
    const { buyer, bought } = await makeBuyer()
    const { note } = await write(buyer, bought, { text: 'one\ntwo' })
    const { id } = note
    await write(buyer, bought, { id, seen: [note.revision], base: 'one\ntwo', text: 'ONE\ntwo' })
    const unheard = newId()
    const edit = { id, base: 'one\ntwo' }
    await write(buyer, bought, {
      ...edit,
      seen: [note.revision],
      text: 'one\ntwo\nthree',
      revision: unheard,
    })
    const seen = [note.revision, unheard]
    await write(buyer, bought, { ...edit, seen, text: 'one\ntwo\nthree\nfour' })

    const said = (await list(buyer)).notes.map(({ text }) => text).join('\n')
    expect(said).toContain('ONE')
    expect(said).toContain('four')
  })

  test('an edit outlives a deletion that had not seen it', async () => {
    const { buyer, bought } = await makeBuyer()
    const { note } = await write(buyer, bought)
    const { id, revision } = note
    const edited = await write(buyer, bought, {
      id,
      text: 'Edited.',
      seen: [revision],
      base: note.text,
    })
    const remove = (seen: string) =>
      server.as(buyer)(contract.deleteMyNote, { params: { id }, query: { seen } })

    expect((await remove(revision)).kept).toMatchObject({ text: 'Edited.' })
    expect((await remove(`${newId()},${edited.note.revision}`)).kept).toBeNull()
    expect((await list(buyer)).notes).toEqual([])
    expect((await remove(revision)).kept).toBeNull()
    const back = await write(buyer, bought, {
      id,
      text: 'Mine still.',
      seen: [revision],
      base: note.text,
    })
    expect(back.note.text).toBe('Mine still.')
  })

  test('eight at the same moment all stay', async () => {
    const { buyer, bought } = await makeBuyer()
    const id = newId()
    const texts = Array.from({ length: 8 }, (_, at) => `device ${at}`)
    await Promise.all(texts.map((text) => write(buyer, bought, { id, text })))

    const kept = (await list(buyer)).notes
      .map(({ text }) => text)
      .join('\n')
      .split('\n')
    expect(kept.sort()).toEqual(texts)
  })
})

describe('without the course', () => {
  test('nothing is read or written, and all of it is there again with the course', async () => {
    const { buyer, bought } = await makeBuyer()
    const { note } = await write(buyer, bought, { text: 'Kept.' })
    await server.db.delete(entitlements).where(eq(entitlements.learnerId, buyer.id))

    expect((await list(buyer)).notes).toEqual([])
    await expect(write(buyer, bought, { id: note.id })).rejects.toMatchObject({
      code: 'course_not_owned',
    })
    await expect(
      server.as(buyer)(contract.deleteMyNote, {
        params: { id: note.id },
        query: { seen: note.revision },
      }),
    ).rejects.toMatchObject({ code: 'course_not_owned' })
    expect(await readMarkdown(buyer)).toBe('')
    await server.db
      .insert(entitlements)
      .values({ learnerId: buyer.id, courseId: bought.id, since: new Date() })
    expect((await list(buyer)).notes).toMatchObject([{ text: 'Kept.' }])
  })
})

describe('taken along', () => {
  test('all notes come as Markdown in the order of the course, with those of retired lessons last', async () => {
    const buyer = await makeLearner(server.db)
    const made = await makeCourse(server.db, {
      title: 'Sitar  and\nmore',
      modules: [['https://videos.example/1.mp4', 'https://videos.example/2.mp4']],
    })
    await grantCourse(server.db, buyer, made)
    await write(buyer, made, { lesson: 1, text: 'Second lesson.', at: 65 })
    await write(buyer, made, { text: 'First, late.\n\n- with a list', at: 30 })
    await write(buyer, made, { text: 'First, early.', at: 5 })
    const titles = await server.db
      .select({ title: videos.title })
      .from(videos)
      .where(eq(videos.courseId, made.id))
      .orderBy(videos.position)
    await server.db
      .update(videos)
      .set({ film: 2 })
      .where(eq(videos.id, made.videoIds[1] ?? ''))

    expect(await readMarkdown(buyer)).toBe(
      `# Sitar and more\n\n## ${titles[0]?.title}\n\n**0:05**\n\nFirst, early.\n\n**0:30**\n\nFirst, late.\n\n- with a list\n\n## ${titles[1]?.title}\n\n**1:05, in an earlier film**\n\nSecond lesson.\n\n`,
    )
    expect(await readMarkdown(buyer, `?course_id=${made.id}`)).toContain('# Sitar')

    await server.db
      .update(videos)
      .set({ retiredAt: new Date(), moduleId: null })
      .where(eq(videos.id, made.videoIds[1] ?? ''))
    expect(await readMarkdown(buyer)).toContain('**1:05, in a lesson that has left the course**')
    const { notes: told } = await list(buyer)
    expect(told.map(({ text, has_left }) => [text, has_left])).toEqual([
      ['First, early.', false],
      ['First, late.\n\n- with a list', false],
      ['Second lesson.', true],
    ])
  })

  test('more than one reading of the table makes one file without a gap', async () => {
    const { buyer, bought } = await makeBuyer()
    await server.db.insert(notes).values(
      Array.from({ length: 401 }, (_, at) => ({
        learnerId: buyer.id,
        id: newId(),
        courseId: bought.id,
        videoId: bought.videoIds[0] ?? '',
        film: 1,
        atSecond: at,
        text: `Note ${at}.`,
        revision: newId(),
      })),
    )
    const said = [...(await readMarkdown(buyer)).matchAll(/Note (\d+)\./g)].map(([, at]) =>
      Number(at),
    )
    expect(said).toEqual(Array.from({ length: 401 }, (_, at) => at))
  })
})

describe('words that are said', () => {
  test('are found in films of own courses alone, with their second', async () => {
    const buyer = await makeLearner(server.db)
    const admin = server.as(await makeAdmin(server.db))
    const speak = async (text: string, lessons = 1) => {
      const links = Array.from({ length: lessons }, () => 'https://videos.example/one.mp4')
      const made = await makeCourse(server.db, { modules: [links] })
      const filmId = await makeFilm(server.db, made)
      await server.db
        .update(videos)
        .set({ url: `film:${filmId}` })
        .where(eq(videos.courseId, made.id))
      await admin(putCaptions, {
        params: { id: filmId, language: 'en' },
        body: { label: 'English', text },
      })
      return made
    }
    const spoken =
      '00:00:01,000 --> 00:00:02,000\nThe left hand & the right\n\n00:00:02,500 --> 00:00:04,000\nkeep a steady <i>beat</i>.\n'
    const own = await speak(spoken)
    await grantCourse(server.db, learner, await speak(spoken))
    await grantCourse(server.db, buyer, own)
    const search = (q: string) => server.as(buyer)(contract.searchMyTranscripts, { query: { q } })

    expect(await search('steady BEAT')).toEqual({
      has_more: false,
      hits: [
        expect.objectContaining({
          course_id: own.id,
          video_id: own.videoIds[0],
          language: 'en',
          at_second: 2.5,
          text: 'keep a steady beat.',
        }),
      ],
    })
    expect((await search('right keep')).hits).toMatchObject([{ at_second: 1 }])
    expect((await search('hand &')).hits).toHaveLength(1)
    expect((await search('nowhere')).hits).toEqual([])
    const opens = { kind: 'days', days: 7 } as const
    await server.db.update(videos).set({ opens }).where(eq(videos.courseId, own.id))
    await eventually(
      () => search('steady'),
      ({ hits }) => hits.length === 0, // not due
    )
    await server.db.update(videos).set({ opens: null }).where(eq(videos.courseId, own.id))
    await eventually(
      () => search('steady'),
      ({ hits }) => hits.length === 1,
    )
    // However many lessons come first that are not due.
    const weekly = await speak(spoken, 21)
    await server.db.update(videos).set({ opens }).where(eq(videos.courseId, weekly.id))
    await grantCourse(server.db, buyer, weekly)
    expect(await search('steady')).toMatchObject({
      has_more: false,
      hits: [{ course_id: own.id }],
    })
    await server.db.update(videos).set({ url: 'film:no-id' }).where(eq(videos.courseId, own.id))
    expect((await search('steady')).hits).toEqual([])
  })
})

async function readMarkdown(who: Person, query = ''): Promise<string> {
  const answer = await server.fetch(`/api/my-notes.md${query}`, {
    headers: { authorization: `Bearer ${who.token}` },
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
  return answer.text()
}
