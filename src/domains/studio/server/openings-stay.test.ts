import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OpeningRule } from '../../catalogue/contract.ts'
import {
  isDue,
  type LearnerStanding,
  opensAt,
  placeOpenings,
} from '../../catalogue/lesson-opening.ts'
import type { PublishedCourse } from '../../catalogue/server/publish-course.ts'
import { courseDraft } from '../course-input.ts'
import { columnsOf } from './course-columns.ts'
import { planPublication } from './plan-publication.ts'

// The clock, publications and what a learner does in any order, by the pure rules alone: what stands in
// the rows is what `writePublication` writes, which `publish.test.ts` shows of the database.
const ids = ['a', 'b', 'c', 'd', 'e']
const hourInMs = 3_600_000
const begin = Date.parse('2026-11-23T09:00:00+05:30')

const rule: fc.Arbitrary<OpeningRule | undefined> = fc.oneof(
  fc.constant(undefined),
  fc.constant({ kind: 'after_previous' } as const),
  fc.integer({ min: 1, max: 20 }).map((days) => ({ kind: 'days', days }) as const),
  fc.tuple(fc.integer({ min: 1, max: 28 }), fc.integer({ min: 0, max: 23 })).map(([day, hour]) => ({
    kind: 'date' as const,
    date: `2026-12-${String(day).padStart(2, '0')}`,
    hour,
  })),
  fc
    .uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 3 })
    .map(
      (weekdays) =>
        ({ kind: 'weekdays', weekdays: weekdays.toSorted((a, b) => a - b), hour: 10 }) as const,
    ),
)
const plan = fc
  .shuffledSubarray(ids, { minLength: 1 })
  .chain((present) =>
    fc.tuple(
      ...present.map((id) =>
        fc.record({ id: fc.constant(id), opens: rule, is_preview: fc.boolean() }),
      ),
    ),
  )
const lesson = fc.constantFrom(...ids)
const event = fc.oneof(
  { weight: 3, arbitrary: plan.map((videos) => ({ kind: 'publish' as const, videos })) },
  {
    weight: 3,
    arbitrary: fc.integer({ min: 0, max: 200 }).map((hours) => ({ kind: 'wait' as const, hours })),
  },
  fc.constantFrom({ kind: 'buy' as const }, { kind: 'refund' as const }),
  lesson.map((id) => ({ kind: 'begin' as const, id })),
  { weight: 2, arbitrary: lesson.map((id) => ({ kind: 'complete' as const, id })) },
  fc
    .tuple(lesson, fc.integer({ min: 0, max: 300 }))
    .map(([id, hours]) => ({ kind: 'give' as const, id, hours })),
)

test('whatever is published, bought, given back, played and given in whatever order, what was open for a learner stays open', () => {
  fc.assert(
    fc.property(fc.array(event, { minLength: 2, maxLength: 25 }), (events) => {
      let now = begin
      let published = emptyCourse()
      let isOwned = false
      let startedAt: Date | null = null
      const completedAt = new Map<string, Date>()
      const begun = new Set<string>()
      const early = new Map<string, Date>()
      const seen = new Set<string>()
      const standing = (): LearnerStanding => ({
        startedAt: startedAt ?? new Date(now),
        completedAt,
        begun,
        early,
      })
      const listOpen = () => {
        const present = published.lessons.filter(({ retiredAt }) => retiredAt === null)
        const placed = placeOpenings(present)
        return present
          .filter(({ id, earlierOpenings }) => {
            const of = { id, opening: placed.get(id) ?? null, earlier: earlierOpenings }
            return isDue(opensAt(of, standing()), new Date(now))
          })
          .map(({ id }) => id)
      }

      for (const step of events) {
        now += 1
        if (step.kind === 'wait') now += step.hours * hourInMs
        if (step.kind === 'publish') published = publish(published, step.videos, now)
        if (step.kind === 'buy') {
          isOwned = true
          startedAt ??= new Date(now)
        }
        if (step.kind === 'refund') isOwned = false
        if (step.kind === 'give') {
          const known = early.get(step.id)
          const given = new Date(now + step.hours * hourInMs)
          early.set(step.id, known && known <= new Date(now) && known < given ? known : given)
        }
        const isHere = isOwned && listOpen().includes('id' in step ? step.id : '')
        if (step.kind === 'begin' && isHere) begun.add(step.id)
        if (step.kind === 'complete' && isHere && !completedAt.has(step.id)) {
          begun.add(step.id)
          completedAt.set(step.id, new Date(now))
        }
        if (!isOwned) continue
        const open = listOpen()
        const present = new Set(
          published.lessons.filter(({ retiredAt }) => retiredAt === null).map(({ id }) => id),
        )
        expect([...seen].filter((id) => present.has(id) && !open.includes(id))).toEqual([])
        for (const id of open) seen.add(id)
      }
    }),
    { numRuns: 3000 },
  )
})

function emptyCourse(): PublishedCourse {
  const course = {
    ...columnsOf(courseDraft.parse({ title: 'Course', description: 'About', price: 1 })),
    id: 'course',
    createdAt: new Date(begin),
    hiddenAt: null,
    state: 'on_sale' as const,
    lessonsRevision: 1,
  }
  return { course, modules: [], lessons: [] }
}

interface Given {
  id: string
  opens: OpeningRule | undefined
  is_preview: boolean
}

/** What `writePublication` makes of the rows. */
function publish(published: PublishedCourse, videos: Given[], now: number): PublishedCourse {
  const moduleId = '00000000-0000-4000-8000-000000000000'
  const draft = courseDraft.parse({
    title: 'Course',
    description: 'About',
    price: 1,
    modules: [
      {
        id: moduleId,
        title: 'Module',
        videos: videos.map((video) => ({
          title: video.id,
          url: 'https://x.example/x.mp4',
          ...video,
        })),
      },
    ],
  })
  const planned = planPublication(published, draft, 'on_sale')
  const rows = new Map(published.lessons.map((row) => [row.id, row]))
  for (const { id, opening, kept } of planned.ending) {
    const earlierOpenings = [...kept, { opening, until: new Date(now).toISOString() }]
    rows.set(id, { ...rows.get(id)!, earlierOpenings })
  }
  for (const id of planned.retiredIds) {
    rows.set(id, { ...rows.get(id)!, moduleId: null, retiredAt: new Date(now) })
  }
  for (const row of planned.lessons) {
    const before = rows.get(row.id)
    rows.set(row.id, {
      courseId: 'course',
      publishedAt: new Date(now),
      earlierOpenings: before?.earlierOpenings ?? [],
      ...row,
      retiredAt: null,
    })
  }
  const lessons = [...rows.values()].toSorted(
    (one, other) =>
      Number(one.moduleId === null) - Number(other.moduleId === null) ||
      one.position - other.position,
  )
  const modules = [
    { id: moduleId, courseId: 'course', position: 0, title: 'Module', description: '' },
  ]
  return { course: published.course, modules, lessons }
}
