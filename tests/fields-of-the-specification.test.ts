import { randomBytes } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { login, readProfile, signUp, verifySignUp } from '../src/domains/accounts/contract.ts'
import { hashPassword } from '../src/domains/accounts/server/passwords.ts'
import { createCourse, listPayments } from '../src/domains/admin/contract.ts'
import { getCourse, listCourses } from '../src/domains/catalogue/contract.ts'
import { getCertificate } from '../src/domains/certificates/contract.ts'
import { createOrder, listMyPayments, verifyPayment } from '../src/domains/checkout/contract.ts'
import { listMyCourses } from '../src/domains/learning/contract.ts'
import { pay } from './support/buy.ts'
import { makeAdmin, makeLearner, watchCourse } from './support/factories.ts'
import { readCode } from './support/read-outbox.ts'
import { startTestServer } from './support/start-test-server.ts'

const server = await startTestServer({ razorpay: true })
const { db, visitor } = server
afterAll(() => server.close())

const password = 'kalakriti-2026'
const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
const text = expect.any(String)

test('every entity has the fields of section 3, by the names and of the kinds it states', async () => {
  const admin = await makeAdmin(db)
  const learner = await makeLearner(db, { passwordHash: await hashPassword(password) })
  const as = server.as(learner)
  const video = { title: 'First', url: 'https://v.example/a.mp4', duration: '15 min' }
  const sent = {
    title: 'Field by Field',
    description: 'All of them.',
    price: 4999,
    thumbnail: 'https://pictures.example/a.png',
    modules: [{ title: 'One', description: 'The only one', videos: [video] }],
  }
  const { id } = await server.as(admin)(createCourse, { body: sent })
  const order = await as(createOrder, { body: { course_id: id } })
  const paid = await pay(server, order.order_id)
  const verified = await as(verifyPayment, { body: paid })
  const { modules } = await as(getCourse, { params: { course_id: id } })
  const videoIds = modules[0]!.videos.map((one) => one.id)
  await watchCourse(db, learner, { id, title: sent.title, videoIds })

  expect(order).toMatchObject({
    key: text,
    amount: 499_900,
    currency: 'INR',
    order_id: text,
    course_title: sent.title,
    user_name: learner.name,
    user_email: learner.email,
  })
  expect(verified).toEqual({ status: 'success', course_id: id })
  const { user, token } = await visitor(login, { body: { email: learner.email, password } })
  expect(token).toEqual(text)
  expect(user).toMatchObject({
    id: learner.id,
    email: learner.email,
    name: learner.name,
    is_admin: false,
    phone: null,
    purchased_courses: [id],
  })
  expect((await as(readProfile, {})).user).toEqual(user)
  expect(await as(getCourse, { params: { course_id: id } })).toMatchObject({ id, ...sent })
  const listed = (await visitor(listCourses, {})).find((course) => course.id === id)
  const { title, description, price, thumbnail } = sent
  expect(listed).toMatchObject({
    id,
    title,
    description,
    price,
    thumbnail,
    modules: [{ title: 'One' }],
  })
  expect(await as(listMyCourses, {})).toMatchObject([
    { id, title, description, thumbnail, progress: 100 },
  ])
  const payment = {
    id: text,
    course_id: id,
    course_title: title,
    amount: 4999,
    status: 'completed',
    created_at: iso,
    completed_at: iso,
    razorpay_payment_id: paid.razorpay_payment_id,
  }
  expect(await as(listMyPayments, {})).toMatchObject([payment])
  expect(await server.as(admin)(listPayments, {})).toMatchObject([
    { ...payment, user_name: learner.name, user_email: learner.email },
  ])
  expect(await as(getCertificate, { params: { course_id: id } })).toMatchObject({
    user_name: learner.name,
    course_title: title,
    completion_date: iso,
    certificate_id: text,
    pdf_data: expect.stringMatching(/^JVBERi0/), // '%PDF-'
    download_filename: expect.stringMatching(/\.pdf$/),
  })
})

test('the answers of a sign-up have the fields that are read of them', async () => {
  const email = `${randomBytes(6).toString('hex')}@example.test`

  const pending = await visitor(signUp, {
    body: { email, password, confirm_password: password, name: 'Meera Nair' },
  })
  const code = await readCode(server, email)
  const answer = await visitor(verifySignUp, { body: { email, verification_code: code } })

  expect(pending).toEqual({ email })
  expect(answer).toMatchObject({
    auto_login: true,
    token: text,
    user: { email, name: 'Meera Nair' },
  })
})
