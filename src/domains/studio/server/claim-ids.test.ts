import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { makeAdmin, makeCourse } from '../../../../tests/support/factories.ts'
import { runs } from '../../../../tests/support/runs.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { getCourse } from '../../catalogue/contract.ts'
import { writePublication } from '../../catalogue/server/publish-course.ts'
import { getDraft, publish, saveDraft } from '../contract.ts'
import { type CourseDraft, courseDraft } from '../course-input.ts'
import { columnsOf } from './course-columns.ts'

const server = await startTestServer()
const { db } = server
afterAll(() => server.close())
const asAdmin = server.as(await makeAdmin(db))

test('in no order of saves and publications of drafts with the same ids does one take from another', async () => {
  const which = fc.nat(2)
  const step = fc.oneof(
    fc.record({
      do: fc.constant('save' as const),
      course: which,
      ids: fc.uniqueArray(fc.nat(5), { maxLength: 4 }),
    }),
    fc.record({ do: fc.constant('publish' as const), course: which }),
    fc.record({ do: fc.constant('publish all at once' as const) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      const courses = [await makeCourse(db), await makeCourse(db), await makeCourse(db)]
      // Names that are there, and names that all three mean to give.
      const names = [...courses.map(({ videoIds }) => videoIds[0] ?? ''), newId(), newId(), newId()]
      const moduleNames = await Promise.all(
        courses.map(async (course) => (await outlineOf(course))[0]?.id ?? ''),
      )
      moduleNames.push(newId(), newId(), newId())
      const drafted = await Promise.all(courses.map(outlineOf))
      const published = [...drafted]
      const idsByName = courses.map(() => new Map<string, string>())
      const publishOne = async (at: number) => {
        await publishDraft(courses[at]?.id ?? '')
        published[at] = drafted[at] ?? []
      }
      for (const [turn, step] of steps.entries()) {
        if (step.do === 'publish') await publishOne(step.course)
        if (step.do === 'publish all at once')
          await Promise.all(courses.map((_, at) => publishOne(at)))
        if (step.do === 'save') {
          const modules = step.ids.map((name) => ({
            id: moduleNames[name],
            title: `Module ${turn} of ${step.course}`,
            videos: [{ id: names[name], title: `Lesson ${turn} of ${step.course}`, url }],
          }))
          await save(courses[step.course]?.id ?? '', modules)
          drafted[step.course] = modules
        }
        for (const [at, course] of courses.entries()) {
          const now = await outlineOf(course)
          expect(titlesOf(now)).toEqual(titlesOf(published[at] ?? []))
          // A lesson that is written again under the same name is the same lesson.
          for (const [place, module] of now.entries()) {
            const name = published[at]?.[place]?.videos[0]?.id ?? ''
            const known = idsByName[at]?.get(name) ?? module.videos[0]?.id ?? ''
            expect(module.videos[0]?.id).toBe(known)
            idsByName[at]?.set(name, known)
          }
        }
        const all = (await Promise.all(courses.map(outlineOf))).flat()
        const ids = all.flatMap(({ id, videos }) => [id, ...videos.map(({ id }) => id)])
        expect(new Set(ids).size).toBe(ids.length)
      }
    }),
    { numRuns: runs(8) },
  )
})

test.each(['module', 'lesson'] as const)(
  'a publication that names the %s of another course writes nothing at all',
  async (kind) => {
    const [mine, theirs] = [await makeCourse(db), await makeCourse(db)]
    const before = [await outlineOf(mine), await outlineOf(theirs)]
    const [module] = kind === 'module' ? (before[1] ?? []) : (before[0] ?? [])
    const lesson = { ...blank, id: theirs.videoIds[0] ?? '', moduleId: module?.id ?? '' }

    const written = db.transaction((db) =>
      writePublication(db, mine.id, {
        course: { ...blankCourse, title: 'Taken' },
        modules: [{ id: module?.id ?? '', position: 0, title: 'Taken', description: '' }],
        lessons: kind === 'lesson' ? [lesson] : [],
        arriving: new Set(),
        retiredIds: [],
        removedModuleIds: [],
        ending: [],
        changesLessons: true,
      }),
    )

    await expect(written).rejects.toThrow('Another course has an id of this publication')
    expect([await outlineOf(mine), await outlineOf(theirs)]).toEqual(before)
  },
)

const url = 'https://videos.example/one.mp4'
const blank = {
  position: 9,
  title: 'Taken',
  url,
  duration: '',
  isPreview: false,
  text: '',
  links: [],
  attachments: [],
  opens: null,
  film: 1,
  earlierFilms: {},
}
const blankCourse = {
  ...columnsOf(courseDraft.parse({ description: 'x', price: 1 })),
  state: 'on_sale' as const,
}

interface Outlined {
  id?: string | undefined
  title: string
  videos: { id?: string | undefined; title: string }[]
}

async function outlineOf({ id }: { id: string }): Promise<Outlined[]> {
  const { modules } = await server.visitor(getCourse, { params: { course_id: id } })
  return modules.map(({ id, title, videos }) => ({
    id,
    title,
    videos: videos.map(({ id, title }) => ({ id, title })),
  }))
}

function titlesOf(outline: Outlined[]) {
  return outline.map(({ title, videos }) => [title, ...videos.map(({ title }) => title)])
}

async function save(id: string, modules: Outlined[]) {
  const { revision, course } = await asAdmin(getDraft, { params: { id } })
  const draft = { ...course, modules } as CourseDraft // the wire may leave the rest out
  await asAdmin(saveDraft, { params: { id }, body: { revision, course: draft } })
}

async function publishDraft(id: string) {
  const { revision } = await asAdmin(getDraft, { params: { id } })
  await asAdmin(publish, { params: { id }, body: { revision } })
}
