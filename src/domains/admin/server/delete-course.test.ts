import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import {
  grantCourse,
  makeAdmin,
  makeCourse,
  makeLearner,
} from '../../../../tests/support/factories.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { getCourse, listCourses } from '../../catalogue/contract.ts'
import { listMyCourses } from '../../learning/contract.ts'
import { changeState, createDraft } from '../../studio/contract.ts'
import { countLearners, deleteCourse } from '../contract.ts'

const server = await startTestServer()
const { db } = server
afterAll(() => server.close())
const admin = server.as(await makeAdmin(db))

test('a course that nobody bought is gone, with its modules and videos', async () => {
  const course = await makeCourse(db)

  const answer = await admin(deleteCourse, { params: { id: course.id } })

  expect(answer.kept_for_buyers).toBe(false)
  expect((await server.visitor(listCourses, {})).map(({ id }) => id)).not.toContain(course.id)
  const { rows } = await db.execute(sql`
    select id from courses where id = ${course.id}
    union all select id from videos where course_id = ${course.id}`)
  expect(rows).toEqual([])
})

test('a course with an owner leaves the shop and stays with its owner', async () => {
  const course = await makeCourse(db)
  const owner = await makeLearner(db)
  await grantCourse(db, owner, course)

  const answer = await admin(deleteCourse, { params: { id: course.id } })

  expect(answer.kept_for_buyers).toBe(true)
  expect((await server.visitor(listCourses, {})).map(({ id }) => id)).not.toContain(course.id)
  const mine = await server.as(owner)(listMyCourses, {})
  expect(mine.map(({ id }) => id)).toEqual([course.id])
  const read = await server.as(owner)(getCourse, { params: { course_id: course.id } })
  expect(read.modules[0]?.videos[0]?.url).toBe('https://videos.example/one.mp4')
})

test('who deletes a course is told before and after how many learners keep it', async () => {
  const course = await makeCourse(db)
  const params = { id: course.id }
  const read = async () => (await admin(countLearners, { params })).learners
  expect(await read()).toBe(0)
  for (const _ of [1, 2, 3]) await grantCourse(db, await makeLearner(db), course)
  expect(await read()).toBe(3)

  const answer = await admin(deleteCourse, { params })

  expect(answer.message).toBe('The course is off sale. 3 learners have it and keep it.')
  await expect(read()).rejects.toMatchObject({ status: 404, code: 'course_not_found' })
})

test('a draft and a course off sale are asked about like any other, and deleted', async () => {
  const { id: draft } = await admin(createDraft, { body: { course: { title: 'Begun' } } })
  const { id: offSale } = await makeCourse(db)
  await admin(changeState, { params: { id: offSale }, body: { state: 'off_sale' } })

  for (const id of [draft, offSale]) {
    expect(await admin(countLearners, { params: { id } })).toEqual({ learners: 0 })
    expect((await admin(deleteCourse, { params: { id } })).kept_for_buyers).toBe(false)
  }
})

test('nobody but an administrator is told how many learners a course has', async () => {
  const course = await makeCourse(db)
  const input = { params: { id: course.id } }

  await expect(server.visitor(countLearners, input)).rejects.toMatchObject({ status: 401 })
  const learner = server.as(await makeLearner(db))
  await expect(learner(countLearners, input)).rejects.toMatchObject({ status: 403 })
})

test('a course with a payment under way is kept for it', async () => {
  const course = await makeCourse(db)
  const buyer = await makeLearner(db)
  const id = newId()
  await db.execute(sql`
    insert into orders (id, receipt, razorpay_order_id, learner_id, course_id, course_title,
                          amount_in_paise, currency, status)
    values (${id}, ${id}, ${`order_${id}`}, ${buyer.id}, ${course.id}, ${course.title},
            499900, 'INR', 'pending')`)

  const answer = await admin(deleteCourse, { params: { id: course.id } })

  expect(answer.kept_for_buyers).toBe(true)
})

test('a course deleted twice at once is deleted once', async () => {
  const course = await makeCourse(db)
  const both = [1, 2].map(() => admin(deleteCourse, { params: { id: course.id } }))

  const outcomes = await Promise.allSettled(both)

  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a course off sale, or none at all, cannot be deleted', async () => {
  const course = await makeCourse(db)
  await grantCourse(db, await makeLearner(db), course)
  await admin(deleteCourse, { params: { id: course.id } })

  for (const id of [course.id, 'no-such-course']) {
    await expect(admin(deleteCourse, { params: { id } })).rejects.toMatchObject({
      status: 404,
      code: 'course_not_found',
    })
  }
})

test('nobody but an administrator deletes a course', async () => {
  const course = await makeCourse(db)
  const owner = await makeLearner(db)
  await grantCourse(db, owner, course)
  const input = { params: { id: course.id } }

  await expect(server.visitor(deleteCourse, input)).rejects.toMatchObject({ status: 401 })
  await expect(server.as(owner)(deleteCourse, input)).rejects.toMatchObject({ status: 403 })
  expect(await server.visitor(getCourse, { params: { course_id: course.id } })).toBeDefined()
})
