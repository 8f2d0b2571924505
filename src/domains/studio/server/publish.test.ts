import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import {
  completeCourse,
  grantCourse,
  type MadeCourse,
  makeAdmin,
  makeCourse,
  makeLearner,
  type Person,
} from '../../../../tests/support/factories.ts'
import { runs } from '../../../../tests/support/runs.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { createCourse } from '../../admin/contract.ts'
import { aggregatePlays } from '../../analytics/server/figures/aggregate-plays.ts'
import { lessonAudiences } from '../../analytics/server/tables.ts'
import { getCourse, listCourses } from '../../catalogue/contract.ts'
import { getCertificate } from '../../certificates/contract.ts'
import { getProgress, listMyCourses, reportProgress } from '../../learning/contract.ts'
import { recountProgress } from '../../learning/server/recount-progress.ts'
import { courseProgress, earlierPlays, videoProgress } from '../../learning/server/tables.ts'
import { signWatchToken } from '../../learning/server/watch-token.ts'
import {
  changeState,
  copyCourse,
  getDraft,
  listAllCourses,
  listPublications,
  publish,
  restorePublication,
  saveDraft,
} from '../contract.ts'
import type { CourseDraft } from '../course-input.ts'

const server = await startTestServer()
const { db } = server
afterAll(() => server.close())
const admin = await makeAdmin(db)
const asAdmin = server.as(admin)

describe('a draft', () => {
  test('of a course on sale is what is published, with ids', async () => {
    const course = await makeCourse(db)

    const draft = await readDraft(course)

    expect(draft).toMatchObject({ revision: 1, state: 'on_sale', has_unpublished_changes: false })
    expect(draft.course.modules[0]?.videos.map(({ id }) => id)).toEqual(course.videoIds)
    expect(draft.course.modules[0]?.videos[0]).toMatchObject({
      is_preview: false,
      title: 'Video 1',
    })
  })

  test('changes nothing that anybody else sees', async () => {
    const course = await makeCourse(db)
    const before = await server.visitor(getCourse, ofCourse(course))

    const saved = await edit(course, (draft) => {
      draft.title = 'Not yet'
      draft.modules.length = 0
    })

    expect(saved.revision).toBe(2)
    expect(await server.visitor(getCourse, ofCourse(course))).toEqual(before)
    expect(saved.unpublished_changes).toBe(4) // the title, a module and its two lessons
    expect(await readDraft(course)).toMatchObject({
      revision: 2,
      has_unpublished_changes: true,
      unpublished_changes: 4,
      published_title: before.title,
      course: { title: 'Not yet', modules: [] },
    })
  })

  test('that takes back what was changed is no change any more, in the list of courses neither', async () => {
    const course = await makeCourse(db)
    const { course: content } = await readDraft(course)
    const isChanged = async () => {
      const courses = await asAdmin(listAllCourses, {})
      return courses.find(({ id }) => id === course.id)?.has_unpublished_changes
    }
    await edit(course, (draft) => {
      draft.title = 'Not yet'
    })
    expect(await isChanged()).toBe(true)
    await edit(course, (draft) => Object.assign(draft, content))

    expect(await isChanged()).toBe(false)
    expect((await readDraft(course)).has_unpublished_changes).toBe(false)
  })

  test('that somebody else has saved meanwhile is refused with what they saved', async () => {
    const course = await makeCourse(db)
    const { course: mine } = await readDraft(course)
    await edit(course, (draft) => {
      draft.title = 'Theirs'
    })

    const save = asAdmin(saveDraft, {
      params: { id: course.id },
      body: { revision: 1, course: { ...mine, title: 'Mine' } },
    })

    await expect(save).rejects.toMatchObject({
      status: 409,
      code: 'draft_conflict',
      problem: { revision: 2, course: expect.objectContaining({ title: 'Theirs' }) },
    })
  })

  test('right behind a save is taken only if that one has made the revision', async () => {
    const course = await makeCourse(db)
    const { course: content } = await readDraft(course)
    const [mine, theirs] = [randomUUID(), randomUUID()]
    const save = (title: string, body: { revision: number; save_id?: string; after?: string }) =>
      asAdmin(saveDraft, {
        params: { id: course.id },
        body: { ...body, course: { ...content, title } },
      })

    await save('Theirs', { revision: 1, save_id: theirs })
    await expect(save('Mine', { revision: 2, after: mine })).rejects.toMatchObject({
      code: 'draft_conflict',
      problem: { revision: 2, course: expect.objectContaining({ title: 'Theirs' }) },
    })
    await save('Theirs too', { revision: 2, after: theirs })
    await expect(save('Once more', { revision: 3, after: theirs })).rejects.toMatchObject({
      code: 'draft_conflict',
    })
    expect((await readDraft(course)).course.title).toBe('Theirs too')
  })

  test('of two saves at once keeps one and refuses the other', async () => {
    const course = await makeCourse(db)
    const { course: content } = await readDraft(course)
    const saves = ['one', 'two'].map((title) =>
      asAdmin(saveDraft, {
        params: { id: course.id },
        body: { revision: 1, course: { ...content, title } },
      }),
    )

    const outcomes = await Promise.allSettled(saves)

    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await readDraft(course)).revision).toBe(2)
  })

  test('may be unfinished, but is published only when it is whole', async () => {
    const course = await makeCourse(db)
    const { revision } = await edit(course, (draft) => {
      draft.title = ''
      draft.teachers = [{ name: '', text: 'Plays the tabla.' }, { name: '' }]
      draft.questions = [
        { question: '', answer: 'Yes.' },
        { question: 'Why?', answer: '' },
      ]
      draft.modules[0]?.videos.push(lesson({ title: 'No film yet', url: '' }))
    })

    const published = asAdmin(publish, { params: { id: course.id }, body: { revision } })

    await expect(published).rejects.toMatchObject({
      status: 400,
      errors: [
        { path: 'course.title', message: 'Title is required.' },
        { path: 'course.teachers.0.name', message: 'Name is required.' },
        { path: 'course.questions.0.question', message: 'Question is required.' },
        expect.objectContaining({ path: 'course.modules.0.videos.2.url' }),
      ],
    })
  })

  test.each([
    [{ price: 0.5 }, 'course.price'],
    [{ thumbnail: 'javascript:alert(1)' }, 'course.thumbnail'],
    [{ trailer: 'javascript:alert(1)' }, 'course.trailer'],
    [{ title: 'x'.repeat(201) }, 'course.title'],
    [{ modules: 'none' }, 'course.modules'],
  ])('with %j is refused with its path and stays as it was', async (bad, path) => {
    const course = await makeCourse(db)
    const { course: content } = await readDraft(course)
    const save = asAdmin(saveDraft, {
      params: { id: course.id },
      body: { revision: 1, course: { ...content, ...bad } as CourseDraft },
    })

    await expect(save).rejects.toMatchObject({
      status: 400,
      errors: expect.arrayContaining([expect.objectContaining({ path })]),
    })
    expect(await readDraft(course)).toMatchObject({ revision: 1, course: content })
  })

  test('with half a character is kept with the sign for an unreadable one', async () => {
    const course = await makeCourse(db)
    await edit(course, (draft) => {
      draft.title = 'Half \ud83d'
      draft.modules[0]?.videos.push(lesson({ title: '\ude00 half' }))
    })

    const { course: kept } = await readDraft(course)

    expect(kept.title).toBe('Half \ufffd')
    expect(kept.modules[0]?.videos[2]?.title).toBe('\ufffd half')
  })

  test('gives ids that other courses have to nobody else', async () => {
    const [mine, theirs] = [await makeCourse(db), await makeCourse(db)]
    await edit(mine, (draft) => {
      draft.modules[0]?.videos.push(lesson({ id: theirs.videoIds[0] }), lesson({ id: 'odd' }))
    })

    const { course } = await readDraft(mine)

    const ids = course.modules[0]?.videos.map(({ id }) => id) ?? []
    expect(ids.slice(0, 2)).toEqual(mine.videoIds)
    expect(ids).not.toContain(theirs.videoIds[0])
    expect(ids).not.toContain('odd')
    expect(new Set(ids).size).toBe(4)
  })
})

describe('a publication', () => {
  test('tells beforehand what changes for whom, and then does it', async () => {
    const course = await makeCourse(db)
    const [first = '', second = ''] = course.videoIds
    await completeCourse(db, await makeLearner(db), course)
    await watchFirst(course, await makeOwner(course))
    const { revision } = await edit(course, (draft) => {
      const [module] = draft.modules
      if (!module) return
      draft.modules.push({ title: 'More', description: '', videos: [lesson({ title: 'New' })] })
      const [one, two] = module.videos
      if (!one || !two) return
      module.videos = [
        { ...one, title: 'Better name', url: 'https://videos.example/x.mp4', duration: '9 min' },
      ]
      draft.price = 2999
    })
    const ask = { params: { id: course.id }, body: { revision } }

    const told = await asAdmin(publish, { ...ask, body: { revision, dry_run: true } })
    const before = await server.visitor(getCourse, ofCourse(course))
    const done = await asAdmin(publish, ask)

    expect(told.affected).toEqual({ buyers: 2, in_progress: 1, completed: 1 })
    expect(told.changes.map(({ kind, video_id }) => [kind, video_id])).toEqual(
      expect.arrayContaining([
        ['details', undefined],
        ['added', undefined],
        ['renamed', first],
        ['film_replaced', first],
        ['retired', second],
      ]),
    )
    expect(done.changes).toEqual(told.changes)
    expect(before.price).toBe(4999)
    const now = await server.visitor(getCourse, ofCourse(course))
    expect(now.price).toBe(2999)
    expect(now.modules.map(({ videos }) => videos.map(({ title }) => title))).toEqual([
      ['Better name'],
      ['New'],
    ])
  })

  test('is kept with who and what, and can be taken back as a draft', async () => {
    const course = await makeCourse(db)
    await change(course, (draft) => {
      draft.title = 'Second title'
      draft.modules[0]?.videos.pop()
    })

    const history = await asAdmin(listPublications, { params: { id: course.id } })
    await takeBack(course, 1)

    expect(history.map(({ number, published_by }) => [number, published_by])).toEqual([
      [2, admin.name],
      [1, null],
    ])
    expect(history[0]?.changes.map(({ kind }) => kind)).toEqual(['details', 'retired'])
    const now = await server.visitor(getCourse, ofCourse(course))
    expect(now.modules[0]?.videos.map(({ id }) => id)).toEqual(course.videoIds)
    expect(now.title).toBe(course.title)
  })

  test('moves a lesson to another module without a new identity', async () => {
    const course = await makeCourse(db, { modules: [['a.mp4', 'b.mp4'], ['c.mp4']].map(asLinks) })
    const [a, b, c] = course.videoIds
    const told = await change(course, ({ modules: [one, two] }) => {
      const moved = one?.videos.shift()
      if (moved) two?.videos.push(moved)
    })

    expect(told.changes).toEqual([expect.objectContaining({ kind: 'moved', video_id: a })])
    const now = await server.visitor(getCourse, ofCourse(course))
    expect(now.modules.map(({ videos }) => videos.map(({ id }) => id))).toEqual([[b], [c, a]])
  })

  test('of the same again tells no change, whatever the lessons and the page hold', async () => {
    const course = await makeCourse(db)
    await change(course, (draft) => {
      draft.teachers = [{ name: 'Asha', picture: '/covers/a.svg', text: 'Teaches.' }]
      draft.questions = [{ question: 'Why?', answer: 'Because.' }]
      const [video] = draft.modules[0]?.videos ?? []
      video?.links.push({ title: 'More', url: 'https://a.example/' })
    })
    const { revision } = await edit(course, () => undefined)

    const told = await asAdmin(publish, {
      params: { id: course.id },
      body: { revision, dry_run: true },
    })

    expect(told.changes).toEqual([])
  })

  test('of an unfinished look is refused when somebody has saved meanwhile', async () => {
    const course = await makeCourse(db)
    await edit(course, (draft) => {
      draft.title = 'Newer'
    })

    const published = asAdmin(publish, { params: { id: course.id }, body: { revision: 1 } })

    await expect(published).rejects.toMatchObject({ status: 409, code: 'draft_conflict' })
  })
})

describe('a state', () => {
  test('draft is seen by administrators alone', async () => {
    const made = await asAdmin(createCourse, { body: { ...wholeCourse(), state: 'draft' } })
    const learner = server.as(await makeLearner(db))

    for (const ask of [server.visitor, learner]) {
      await expect(ask(getCourse, ofCourse(made))).rejects.toMatchObject({ status: 404 })
      expect((await ask(listCourses, {})).map(({ id }) => id)).not.toContain(made.id)
    }
    await publishNow(made)
    expect((await server.visitor(getCourse, ofCourse(made))).modules[0]?.videos).toHaveLength(1)
  })

  test('unlisted is found by its address only, off sale by its owners only', async () => {
    const course = await makeCourse(db)
    const owner = server.as(await makeOwner(course))
    const put = (state: 'on_sale' | 'unlisted' | 'off_sale') =>
      asAdmin(changeState, { params: { id: course.id }, body: { state } })

    await put('unlisted')
    expect(await server.visitor(getCourse, ofCourse(course))).toMatchObject({ is_unlisted: true })
    expect(await listedIds()).not.toContain(course.id)
    await put('off_sale')
    await expect(server.visitor(getCourse, ofCourse(course))).rejects.toMatchObject({ status: 404 })
    expect((await owner(getCourse, ofCourse(course))).owned).toBe(true)
    await put('on_sale')
    expect(await listedIds()).toContain(course.id)
  })

  test('of a draft cannot be changed without a publication', async () => {
    const made = await asAdmin(createCourse, { body: { ...wholeCourse(), state: 'draft' } })

    const changed = asAdmin(changeState, { params: { id: made.id }, body: { state: 'on_sale' } })

    await expect(changed).rejects.toMatchObject({ status: 409, code: 'course_not_published' })
  })

  test.each([192, 193, 197, 198, 200])(
    'of a copy of a title of %i units that ends in an emoji is draft, with whole characters',
    async (units) => {
      const course = await makeCourse(db, { title: `${'x'.repeat(units - 2)}😀` })

      const copy = await asAdmin(copyCourse, { params: { id: course.id } })

      const { title } = (await readDraft(copy)).course
      expect(`Copy of ${course.title}`.startsWith(title) && title.isWellFormed()).toBe(true)
      expect(title.length).toBeGreaterThanOrEqual(Math.min(units + 8, 199))
    },
  )

  test('of a copy is draft, with all the content and none of the ids', async () => {
    const course = await makeCourse(db)

    const copy = await asAdmin(copyCourse, { params: { id: course.id } })

    const draft = await readDraft(copy)
    expect(draft).toMatchObject({ state: 'draft', course: { title: `Copy of ${course.title}` } })
    const ids = draft.course.modules.flatMap(({ videos }) => videos.map(({ id }) => id))
    expect(ids).toHaveLength(2)
    expect(ids.filter((id) => course.videoIds.includes(id ?? ''))).toEqual([])
  })
})

describe('a learner', () => {
  test('who had completed the course stays complete and sees later lessons as new', async () => {
    const course = await makeCourse(db)
    const learner = await makeLearner(db)
    await completeCourse(db, learner, course, new Date(Date.now() - 60_000))
    const ask = server.as(learner)
    const { certificate_id: certificateId } = await ask(getCertificate, ofCourse(course))

    await change(course, (draft) => {
      draft.modules[0]?.videos.push(lesson({ title: 'Later' }))
      draft.modules[0]?.videos.shift()
    })

    const progress = await ask(getProgress, ofCourse(course))
    expect(progress).toMatchObject({ progress: 100, completed: true })
    expect(progress.videos.map(({ completed, is_new }) => [completed, is_new])).toEqual([
      [true, false],
      [false, true],
    ])
    expect(await ask(listMyCourses, {})).toMatchObject([{ progress: 100, completed: true }])
    expect((await ask(getCertificate, ofCourse(course))).certificate_id).toBe(certificateId)
  })

  test('in the middle has the percent of the lessons of today, at once', async () => {
    const course = await makeCourse(db)
    const learner = await makeOwner(course)
    await watchFirst(course, learner)
    const ask = server.as(learner)
    const before = await ask(getProgress, ofCourse(course))

    await change(course, (draft) => {
      draft.modules[0]?.videos.push(lesson(), lesson())
    })

    expect(before.progress).toBe(50)
    expect((await ask(getProgress, ofCourse(course))).progress).toBe(25)
    expect(await ask(listMyCourses, {})).toMatchObject([{ progress: 25, completed: false }])
  })

  test('who has seen all that is left completes the course, with one mail', async () => {
    const course = await makeCourse(db)
    const learner = await makeOwner(course)
    await watchFirst(course, learner)

    await change(course, (draft) => {
      draft.modules[0]?.videos.pop()
    })

    expect(await server.as(learner)(getProgress, ofCourse(course))).toMatchObject({
      progress: 100,
      completed: true,
    })
    await server.as(learner)(getCertificate, ofCourse(course))
  })

  test('of a replaced film of another length keeps what is complete and begins the rest anew', async () => {
    const course = await makeCourse(db, { duration: '2 min' })
    const [first = '', second = ''] = course.videoIds
    const learner = await makeOwner(course)
    await watchFirst(course, learner)
    await played(course, learner, { videoId: second, seconds: 60 })
    const ask = server.as(learner)

    await change(course, (draft) => {
      for (const video of draft.modules[0]?.videos ?? []) {
        video.url = `https://videos.example/new-${video.id}.mp4`
        video.duration = '5 min'
      }
    })
    const after = await ask(getProgress, ofCourse(course))
    await ask(reportProgress, {
      params: { course_id: course.id, video_id: second },
      body: { position: 3, duration: 300, played: [[0, 3]] },
    })

    expect(after.videos).toMatchObject([
      { id: first, completed: true },
      { id: second, completed: false, fraction: 0, position: 0 },
    ])
    expect(after.progress).toBe(50)
    const [kept] = await db
      .select()
      .from(earlierPlays)
      .where(and(eq(earlierPlays.learnerId, learner.id), eq(earlierPlays.videoId, second)))
    expect(kept).toMatchObject({ film: 1, playedInSeconds: 60, played: [[0, 60]] })
    expect((await ask(getProgress, ofCourse(course))).videos[1]?.fraction).toBeCloseTo(0.01)
  })

  test('in the middle of a film that is replaced by mistake goes on there once it is taken back', async () => {
    const course = await makeCourse(db, { duration: '2 min' })
    const [first = '', second = ''] = course.videoIds
    const learner = await makeOwner(course)
    await watchFirst(course, learner)
    await playedThrough(course, learner, { videoId: second, seconds: 60 })
    const before = await shownTo(learner, course)
    await change(course, (draft) => {
      for (const video of draft.modules[0]?.videos ?? []) {
        video.url = 'https://videos.example/wrong.mp4'
        video.duration = '5 min'
      }
    })
    for (const videoId of [first, second])
      await playedThrough(course, learner, { videoId, seconds: 30 })

    const told = await takeBack(course, 1)

    expect(told.changes.filter(({ kind }) => kind === 'film_replaced')).toEqual(
      [first, second].map((video_id) =>
        expect.objectContaining({
          video_id,
          text: expect.stringContaining('plays a film again that it had before'),
        }),
      ),
    )
    expect(await shownTo(learner, course)).toEqual(before)
    const answer = await server.as(learner)(reportProgress, {
      params: { course_id: course.id, video_id: second },
      body: { position: 61, duration: 120, played: [[60, 61]] },
    })
    expect(answer.video).toMatchObject({ played_in_seconds: 61, fraction: 61 / 120 })
    await playedThrough(course, learner, { videoId: second, seconds: 120 })
    expect(await shownTo(learner, course)).toMatchObject({ progress: 100, completed: true })
    // In the figures each film has been played by one, whatever came back.
    await aggregatePlays(db)
    const audiences = await db
      .select({ film: lessonAudiences.film, learners: lessonAudiences.learners })
      .from(lessonAudiences)
      .where(eq(lessonAudiences.videoId, second))
      .orderBy(lessonAudiences.film)
    expect(audiences).toEqual([1, 2].map((film) => ({ film, learners: 1 })))
  })

  test('goes on where they were when a film of the same length comes from elsewhere', async () => {
    const course = await makeCourse(db, { duration: '2 min' })
    const [first = ''] = course.videoIds
    const learner = await makeOwner(course)
    await played(course, learner, { videoId: first, seconds: 60 })

    await change(course, (draft) => {
      for (const video of draft.modules[0]?.videos ?? []) video.url = `${video.url}?moved`
    })

    const { videos } = await server.as(learner)(getProgress, ofCourse(course))
    expect(videos[0]).toMatchObject({ fraction: 0.5 })
  })

  test('still plays a lesson that is retired under their hands, and loses no second', async () => {
    const course = await makeCourse(db)
    const [first = ''] = course.videoIds
    const learner = await makeOwner(course)
    await change(course, (draft) => {
      draft.modules[0]?.videos.shift()
    })

    const answer = await server.as(learner)(reportProgress, {
      params: { course_id: course.id, video_id: first },
      body: { position: 4, duration: 120, played: [[0, 4]] },
    })

    expect(answer).toMatchObject({ progress: 0, video: { played_in_seconds: 4 } })
  })
})

describe('a preview lesson', () => {
  test('is open to everybody, and just that one', async () => {
    const course = await makeCourse(db)
    await change(course, (draft) => {
      const [video] = draft.modules[0]?.videos ?? []
      if (video) video.is_preview = true
    })

    const { modules } = await server.visitor(getCourse, ofCourse(course))

    expect(modules[0]?.videos.map(({ url, is_preview }) => [url, is_preview])).toEqual([
      ['https://videos.example/one.mp4', true],
      [undefined, undefined],
    ])
  })

  test('counts for who watches it signed in, before and after buying', async () => {
    const course = await makeCourse(db)
    await change(course, (draft) => {
      const [video] = draft.modules[0]?.videos ?? []
      if (video) video.is_preview = true
    })
    const learner = await makeLearner(db)
    const ask = server.as(learner)
    const report = (videoId: string) =>
      ask(reportProgress, {
        params: { course_id: course.id, video_id: videoId },
        body: { position: 4, duration: 120, played: [[0, 4]] },
      })

    await report(course.videoIds[0] ?? '')
    await expect(report(course.videoIds[1] ?? '')).rejects.toMatchObject({ status: 403 })
    await grantCourse(db, learner, course)

    const { videos } = await ask(getProgress, ofCourse(course))
    expect(videos[0]?.fraction).toBeCloseTo(4 / 120)
  })

  test('completes no course before it is bought', async () => {
    const course = await makeCourse(db, { modules: [['https://videos.example/one.mp4']] })
    await change(course, (draft) => {
      const [video] = draft.modules[0]?.videos ?? []
      if (video) video.is_preview = true
    })
    const learner = await makeLearner(db)
    const [videoId = ''] = course.videoIds
    await played(course, learner, { videoId, seconds: 120 })
    const report = () =>
      server.as(learner)(reportProgress, {
        params: { course_id: course.id, video_id: videoId },
        body: { position: 4, duration: 120, played: [[0, 4]] },
      })

    const before = await report()
    await grantCourse(db, learner, course)
    const after = await report()

    expect(before).toMatchObject({ progress: 100, completed: false })
    expect(after).toMatchObject({ progress: 100, completed: true })
  })
})

test('no order of publications and playing lowers a learner or loses a second', async () => {
  const step = fc.oneof(
    fc.record({
      do: fc.constant('play' as const),
      lesson: fc.nat(5),
      seconds: fc.constantFrom(30, 60, 120),
    }),
    fc.record({ do: fc.constant('play what was kept' as const), film: fc.nat(9) }),
    fc.record({ do: fc.constant('retire' as const), lesson: fc.nat(5) }),
    fc.record({ do: fc.constant('add' as const) }),
    fc.record({ do: fc.constant('move' as const), lesson: fc.nat(5) }),
    fc.record({ do: fc.constant('refilm' as const), lesson: fc.nat(5), sameLength: fc.boolean() }),
    fc.record({ do: fc.constant('publish the earlier one again' as const), number: fc.nat(5) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 12 }), async (steps) => {
      const course = await makeCourse(db, { duration: '2 min' })
      const learner = await makeOwner(course)
      let known = await snapshot(course, learner)
      /** By lesson and address, as they were last shown to the learner. */
      const seen = new Map<string, ShownLesson>()
      /** Each film that the learner has met, as it was kept on a device. */
      const kept = new Map<string, KeptFilm>()
      for (const [turn, step] of steps.entries()) {
        let countsForNone = false
        for (const [key, { film }] of known.lessons) kept.set(key, { key, film })
        if (step.do === 'play') {
          const { course: now } = await readDraft(course)
          const videos = now.modules.flatMap((module) => module.videos)
          const videoId = videos[step.lesson % videos.length]?.id
          if (videoId) await playedThrough(course, learner, { videoId, seconds: step.seconds })
        } else if (step.do === 'play what was kept') {
          const replaced = [...kept.values()].filter((film) => isReplaced(film, known.lessons))
          const film = replaced[step.film % replaced.length]
          if (!film) continue
          await playKept(course, learner, film)
          countsForNone = true
        } else if (step.do === 'publish the earlier one again') {
          const history = await asAdmin(listPublications, { params: { id: course.id } })
          if (history.length === 0) continue
          await takeBack(course, 1 + (step.number % history.length))
        } else {
          await change(course, (draft) => apply(draft, step, turn))
        }
        const now = await snapshot(course, learner)
        expect(countsForNone ? now.lessons : known.lessons).toEqual(known.lessons)
        expect(now.isCompleted || !known.isCompleted).toBe(true)
        expect(now.isCompleted && now.percent < 100).toBe(false)
        for (const videoId of known.completedVideos) expect(now.completedVideos).toContain(videoId)
        expect(now.playedInSeconds).toBeGreaterThanOrEqual(known.playedInSeconds)
        expect(now.shownPercent).toBeCloseTo(now.percent, 3)
        for (const [film, shown] of now.lessons) {
          expect(shown.fraction).toBeGreaterThanOrEqual(seen.get(film)?.fraction ?? 0)
          expect(shown.position > 0 || shown.completed || shown.fraction === 0).toBe(true)
          seen.set(film, shown)
        }
        known = now
      }
    }),
    { numRuns: runs(10) },
  )
})

interface KeptFilm {
  /** Of its lesson and its address. */
  key: string
  film: number
}

/** By a film of another number in its lesson. */
function isReplaced(kept: KeptFilm, lessons: readonly (readonly [string, ShownLesson])[]): boolean {
  const [videoId] = kept.key.split(' ')
  return lessons.some(([, { id, film }]) => id === videoId && film !== kept.film)
}

/** Reports it whole, as devices did that knew no number of what they had kept. */
async function playKept(course: { id: string }, learner: Person, { key }: KeptFilm): Promise<void> {
  const [videoId = '', url = ''] = key.split(' ')
  const opening = signWatchToken(server.secrets.openingKey, {
    learnerId: learner.id,
    courseId: course.id,
    kept: { videoId, url },
    openedAt: new Date(Date.now() - 3_600_000),
  })
  await server.as(learner)(reportProgress, {
    params: { course_id: course.id, video_id: videoId },
    body: { position: 60, duration: 120, played: [[0, 60]], opening },
  })
}

type Step = { do: 'retire' | 'add' | 'move' | 'refilm'; lesson?: number; sameLength?: boolean }

function apply(draft: CourseDraft, { do: what, lesson: nth = 0, sameLength }: Step, turn: number) {
  const [module] = draft.modules
  if (!module) return
  const { videos } = module
  const at = nth % videos.length
  const video = videos[at]
  if (what === 'add') videos.push(lesson({ url: `https://videos.example/${turn}.mp4` }))
  if (!video) return
  if (what === 'retire') videos.splice(at, 1)
  if (what === 'move') videos.unshift(...videos.splice(at, 1))
  if (what === 'refilm') {
    video.url = `https://videos.example/again-${turn}.mp4`
    if (!sameLength) video.duration = `${3 + turn} min`
  }
}

type ShownLesson = Awaited<ReturnType<typeof shownTo>>['videos'][number]

async function shownTo(learner: Person, course: { id: string }) {
  const { progress, completed, videos } = await server.as(learner)(getProgress, ofCourse(course))
  return { progress, completed, videos: videos.map((video) => ({ ...video, played_at: '' })) }
}

/** All that a learner has in a course, as it is kept and as it is shown. */
async function snapshot(course: { id: string }, learner: Person) {
  const ofBoth = (table: typeof videoProgress | typeof earlierPlays | typeof courseProgress) =>
    and(eq(table.learnerId, learner.id), eq(table.courseId, course.id))
  const videos = await db.select().from(videoProgress).where(ofBoth(videoProgress))
  const earlier = await db.select().from(earlierPlays).where(ofBoth(earlierPlays))
  const [sum] = await db.select().from(courseProgress).where(ofBoth(courseProgress))
  const shown = await shownTo(learner, course)
  const { course: outline } = await readDraft(course)
  const addresses = new Map(
    outline.modules.flatMap(({ videos }) => videos.map(({ id, url }) => [id, url] as const)),
  )
  const seconds = [...videos, ...earlier].reduce((sum, row) => sum + row.playedInSeconds, 0)
  return {
    isCompleted: (sum?.completedAt ?? null) !== null,
    percent: sum?.percent ?? 0,
    shownPercent: shown.progress,
    completedVideos: videos.filter((row) => row.completedAt !== null).map((row) => row.videoId),
    playedInSeconds: seconds,
    lessons: shown.videos.map(
      (video) => [`${video.id} ${addresses.get(video.id)}`, video] as const,
    ),
  }
}

async function readDraft({ id }: { id: string }) {
  const draft = await asAdmin(getDraft, { params: { id } })
  return { ...draft, course: draft.course as CourseDraft } // as it is sent, nothing is left out
}

async function edit(course: { id: string }, write: (draft: CourseDraft) => void) {
  const { revision, course: content } = await readDraft(course)
  const draft = structuredClone(content)
  write(draft)
  return asAdmin(saveDraft, { params: { id: course.id }, body: { revision, course: draft } })
}

async function publishNow(course: { id: string }) {
  const { revision } = await readDraft(course)
  const told = await asAdmin(publish, { params: { id: course.id }, body: { revision } })
  // The moment that a publication takes for it may be over on a busy machine: the academy's job goes on.
  const jobs = { db, queueMail: server.checkout.queueMail, publicUrl: () => '' }
  await recountProgress(jobs, { atMostMs: 600_000, courseId: course.id })
  return told
}

/** Makes the draft what was published then, and publishes it. */
async function takeBack(course: { id: string }, number: number) {
  const { revision } = await readDraft(course)
  await asAdmin(restorePublication, { params: { id: course.id, number }, body: { revision } })
  return publishNow(course)
}

async function change(course: { id: string }, write: (draft: CourseDraft) => void) {
  await edit(course, write)
  return publishNow(course)
}

function lesson(overrides: { id?: string | undefined; title?: string; url?: string } = {}) {
  return {
    title: 'Another',
    url: 'https://videos.example/another.mp4',
    duration: '2 min',
    is_preview: false,
    text: '',
    links: [],
    attachments: [],
    quiz: null,
    assignment: null,
    ...overrides,
  }
}

function wholeCourse() {
  return {
    title: 'Written in peace',
    description: 'For later.',
    price: 999,
    modules: [{ title: 'One', videos: [{ title: 'First', url: 'https://videos.example/1.mp4' }] }],
  }
}

const asLinks = (names: string[]) => names.map((name) => `https://videos.example/${name}`)
const ofCourse = ({ id }: { id: string }) => ({ params: { course_id: id } })
const listedIds = async () => (await server.visitor(listCourses, {})).map(({ id }) => id)

async function makeOwner(course: MadeCourse): Promise<Person> {
  const learner = await makeLearner(db)
  await grantCourse(db, learner, course)
  return learner
}

async function watchFirst(course: MadeCourse, learner: Person): Promise<void> {
  await played(course, learner, { videoId: course.videoIds[0] ?? '', seconds: 120 })
}

/** As if the learner had reported so much of the present film, and the rest of the course as it is. */
async function played(
  course: { id: string },
  learner: Person,
  { videoId, seconds }: { videoId: string; seconds: number },
): Promise<void> {
  const now = new Date()
  const isComplete = seconds >= 108
  const row = {
    learnerId: learner.id,
    courseId: course.id,
    videoId,
    positionInSeconds: seconds,
    durationInSeconds: 120,
    played: [[0, seconds] as [number, number]],
    playedInSeconds: seconds,
    fraction: isComplete ? 1 : seconds / 120,
    completedAt: isComplete ? now : null,
    reportedAt: now,
  }
  await db.insert(videoProgress).values(row)
  const percent = (
    await server
      .as(learner)(getProgress, ofCourse(course))
      .catch(() => null)
  )?.progress
  await db
    .insert(courseProgress)
    .values({ learnerId: learner.id, courseId: course.id, percent: percent ?? 100 })
    .onConflictDoUpdate({
      target: [courseProgress.learnerId, courseProgress.courseId],
      set: { percent: percent ?? 100 },
    })
}

/** By the academy's own call, as if the time for it had passed. */
async function playedThrough(
  course: { id: string },
  learner: Person,
  { videoId, seconds }: { videoId: string; seconds: number },
): Promise<void> {
  const ask = () =>
    server.as(learner)(reportProgress, {
      params: { course_id: course.id, video_id: videoId },
      body: { position: seconds, duration: 120, played: [[0, seconds]] },
    })
  await ask()
  const longAgo = new Date(Date.now() - 3_600_000)
  await db
    .update(videoProgress)
    .set({ openedAt: longAgo, reportedAt: longAgo })
    .where(and(eq(videoProgress.learnerId, learner.id), eq(videoProgress.videoId, videoId)))
  await ask()
}
