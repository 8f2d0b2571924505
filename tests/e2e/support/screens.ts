import type { Page } from '@playwright/test'
import type { saveMailConsents } from '../../../src/domains/accounts/contract.ts'
import { recordMailConsents } from '../../../src/domains/accounts/server/mail-consents.ts'
import { assignment } from '../../../src/domains/assignments/assignment.ts'
import {
  assignments,
  submissionAnswers,
  submissionFiles,
  submissions,
} from '../../../src/domains/assignments/server/tables.ts'
import type { getCertificate } from '../../../src/domains/certificates/contract.ts'
import type { answerComplaint, fileComplaint } from '../../../src/domains/complaints/contract.ts'
import {
  answers,
  discussionReports,
  questions,
} from '../../../src/domains/discussion/server/tables.ts'
import { differences, settlements } from '../../../src/domains/finance/server/tables.ts'
import type { saveMyNote } from '../../../src/domains/notes/contract.ts'
import type { saveMyStudyPlan } from '../../../src/domains/reminders/contract.ts'
import type {
  addChild,
  listMyChildren,
  saveMyNominee,
} from '../../../src/domains/representatives/contract.ts'
import { reviewReports, reviews } from '../../../src/domains/reviews/server/tables.ts'
import type { createDraft, publish } from '../../../src/domains/studio/contract.ts'
import { newId } from '../../../src/platform/database/new-id.ts'
import {
  completeCourse,
  grantCourse,
  type MadeCourse,
  makeAdmin,
  makeBundle,
  makeCourse,
  makeLearner,
  makeStaff,
  type Person,
} from '../../support/factories.ts'
import { makeQuiz } from '../../support/make-quiz.ts'
import { makeFilmCourse, makeShortCourse, makeToldCourse, newTitle } from './courses.ts'
import { draftLesson, editDraft } from './drafts.ts'
import { inviteToStaff, newEmail, signIn } from './people.ts'
import { buyCourse, orderCourse } from './purchases.ts'
import type { Academy } from './test.ts'
import type { Watch } from './watch-context.ts'

/** Everybody and everything that the screens show. */
export interface World {
  academy: Academy
  newcomer: Person
  /** Owns one course and has not opened it. */
  owner: Person
  graduate: Person
  admin: Person
  support: Person
  /** The graduate has completed it. */
  completed: MadeCourse
  /** The graduate has bought and not begun it. */
  bought: MadeCourse
  paymentId: string
  /** Was published twice, and has been edited since. */
  edited: MadeCourse
  /** A draft in which almost everything is missing. */
  unfinished: { id: string }
}

export interface Screen {
  name: string
  /** Brings the page to the screen, and waits until it is all there. */
  open: (page: Page, world: World, watch: Watch) => Promise<void>
}

let world: Promise<World> | undefined

/** The same for every test of one process: making it takes longer than looking at a screen. */
export function findWorld(academy: Academy): Promise<World> {
  world ??= makeWorld(academy)
  return world
}

async function makeWorld(academy: Academy): Promise<World> {
  const { db } = academy
  const [newcomer, owner, graduate, admin, support, completed, bought, open] = await Promise.all([
    makeLearner(db),
    makeLearner(db),
    makeLearner(db, { name: 'Anagha Ramachandran Venkatasubramanian' }),
    makeAdmin(db),
    makeStaff(db, 'support'),
    makeShortCourse(academy),
    makeShortCourse(academy),
    makeShortCourse(academy),
  ])
  await completeCourse(db, graduate, completed)
  await academy.as(graduate)<typeof getCertificate>('GET /certificate/:course_id', {
    params: { course_id: completed.id },
  })
  await grantCourse(db, owner, bought)
  const { razorpay_payment_id: paymentId } = await buyCourse(academy, graduate, bought)
  await orderCourse(academy, graduate, open)
  const edited = await makeShortCourse(academy)
  await completeCourse(db, graduate, edited)
  for (const place of ['first', 'second', 'third']) {
    const revision = await editDraft(academy, admin, edited, (draft) => {
      draft.title = `${edited.title}, ${place} edition`
      draft.modules[0]?.videos.push(draftLesson(`What is new in the ${place} edition`))
    })
    if (place === 'third') break
    await academy.as(admin)<typeof publish>('POST /admin/courses/:id/publish', {
      params: { id: edited.id },
      body: { revision },
    })
  }
  await writeNotes(academy, graduate, completed)
  await academy.as(graduate)<typeof saveMyStudyPlan>('PUT /my-account/study-plan', {
    body: { weekdays: [1, 3, 6], hour: 19, minutes: 20, reminded_by: 'mail' },
  })
  await makeSettlement(db)
  const unfinished = await academy.as(admin)<typeof createDraft>('POST /admin/drafts', {
    body: { course: { modules: [{ videos: [{}, {}] }] } },
  })
  return {
    academy,
    newcomer,
    owner,
    graduate,
    admin,
    support,
    completed,
    bought,
    paymentId,
    edited,
    unfinished,
  }
}

/** A short one, a long one, and what two devices wrote into the same line. */
async function writeNotes(academy: Academy, writer: Person, course: MadeCourse): Promise<void> {
  const id = crypto.randomUUID()
  const texts = [
    'Count the beats before the first cut.',
    'धीरे शुरू करें, फिर हर ताल पर एक कट।\n\n- first the wide shot\n- then hands, close\n- https://lessons.example/a-very-long-address-that-nobody-would-want-to-type-again/on-a-phone',
    'Count the beats twice before the first cut.',
  ]
  for (const [at, text] of texts.entries()) {
    await academy.as(writer)<typeof saveMyNote>('PUT /my-notes/:id', {
      params: { id: at === 1 ? crypto.randomUUID() : id },
      body: {
        course_id: course.id,
        video_id: course.videoIds[0] ?? '',
        film: 1,
        at_second: 4 + at,
        text,
        revision: crypto.randomUUID(),
        seen: [],
        base: at === 2 ? 'Count the beats.' : '',
      },
    })
  }
}

/** One for all tests, with a payment in it that is not ours. */
async function makeSettlement(db: Academy['db']): Promise<void> {
  const settlement = {
    id: 'setl_DGlQ1Rj8os78Ec',
    utr: '1568176960vxp0rj',
    settledAt: new Date(),
    lines: 2,
    creditInPaise: 976_205,
    debitInPaise: 499_900,
    feeInPaise: 23_595,
    taxInPaise: 3_599,
  }
  const difference = {
    kind: 'unknown_order' as const,
    entityId: 'pay_unknownToUs1',
    settlementId: settlement.id,
    message: 'A payment was settled that no order of ours knows.',
    foundInPaise: 499_900,
  }
  await db.insert(settlements).values(settlement).onConflictDoNothing()
  await db.insert(differences).values(difference).onConflictDoNothing()
}

/** A new complaint of the graduate, with an answer. */
async function fileAndAnswer({ academy, graduate, support }: World): Promise<{ id: string }> {
  const words = 'The third lesson has no sound.\nI tried two phones.'
  const { id } = await academy.as(graduate)<typeof fileComplaint>('POST /complaints', {
    body: { subject: 'course', words },
  })
  await academy.as(support)<typeof answerComplaint>('POST /admin/complaints/:id/answer', {
    params: { id },
    body: { revision: 1, words: 'We have uploaded it again.', outcome: null },
  })
  return { id }
}

/** A course in which one question waits, and one is solved by a teacher's answer. */
async function makeAsked({ db }: Academy): Promise<{ course: MadeCourse; ids: string[] }> {
  const course = await makeShortCourse({ db })
  const [asker, teacher] = [await makeLearner(db), await makeStaff(db, 'teacher')]
  const [first, second] = [newId(), newId()]
  const of = { courseId: course.id, videoId: course.videoIds[0]!, learnerId: asker.id }
  const title = 'Why is the sound of the second lesson so much lower than that of the first?'
  await db.insert(questions).values([
    { id: first, ...of, film: 1, atSecond: 5, title, answers: 1, solvedAt: new Date() },
    {
      id: second,
      ...of,
      title: 'Which phone?',
      trigrams: `' ph' 'pho' 'hon' 'one' 'ne '`,
      body: 'For **films**, with:\n\n- light\n- sound',
    },
  ])
  const body = 'Turn the *gain* up to `12`.'
  const answer = { id: newId(), questionId: first, learnerId: teacher.id, body, isTeachers: true }
  await db.insert(answers).values(answer)
  const reported = { questionId: first, answerId: answer.id, learnerId: asker.id }
  await db.insert(discussionReports).values(reported)
  return { course, ids: [first, second] }
}

/** A course with two assignments; its learner handed in two versions of the first, and was asked for one. */
async function makeAssigned({ db }: Academy) {
  const course = await makeShortCourse({ db })
  const learner = await makeLearner(db)
  await grantCourse(db, learner, course)
  const [videoId = '', second] = course.videoIds
  const instructions = 'Cut **one** reel of 30 seconds:\n\n- three shots\n- one beat'
  const title = 'Your first reel, cut to the beat of a song that you like'
  const asked = assignment.parse({ title, instructions, due_days: 7 })
  const of = { courseId: course.id }
  await db
    .insert(assignments)
    .values(
      [videoId, second ?? '']
        .filter(Boolean)
        .map((videoId) => ({ ...of, videoId, settings: asked })),
    )
  const [first, fileId, last] = [newId(), newId(), newId()]
  const file = { filename: 'First reel, second try.pdf', sizeInBytes: 1_234_567, sha256: '' }
  await db.insert(submissionFiles).values({ ...file, id: fileId, learnerId: learner.id })
  const row = { ...of, videoId, learnerId: learner.id }
  await db.insert(submissions).values([
    {
      ...row,
      id: first,
      text: 'My storyboard:\nA train comes in.',
      handedInAt: new Date(Date.now() - 9e7),
      isLatest: false,
      answers: 1,
      outcome: 'again',
    },
    { ...row, id: last, text: 'With a second shot.', fileId },
  ])
  const words = 'A good beginning.\nPlease add a second shot.'
  const given = { outcome: 'again' as const, highestMark: 10, words, number: 1 }
  await db.insert(submissionAnswers).values({ ...given, id: newId(), submissionId: first })
  return { course, learner, submissionId: last }
}

/** The first lesson with a quiz of every kind of question and an assignment; the others open later. */
async function makeTaught({ academy, admin }: World) {
  const { db } = academy
  const film = 'film:0fe57a10-0000-4000-8000-000000000001'
  const course = await makeCourse(db, {
    title: newTitle('Step by Step'),
    modules: [[film, film], [film]],
    duration: '17 sec',
  })
  const option = (text: string, isRight: boolean) => ({ text, is_right: isRight })
  const tale = { explanation: 'From one shot to the next.', leads_to_second: 5 }
  const quiz = makeQuiz({
    counts_for_completion: true,
    tries: 3,
    questions: [
      {
        ...tale,
        kind: 'single',
        text: 'What is a **cut**?',
        options: [option('A change of picture', true), option('A pause', false)],
      },
      {
        ...tale,
        kind: 'several',
        text: 'Which of these belong to a film that is watched to its end?',
        options: [option('One idea', true), option('A beat', true), option('A crane', false)],
      },
      { ...tale, kind: 'true_false', text: 'A film needs a crew.', is_true: false },
      { ...tale, kind: 'number', text: 'Frames in a second?', value: 24, tolerance: 1 },
      {
        ...tale,
        kind: 'order',
        text: 'What comes first?',
        items: ['Write three lines and read them aloud', 'Film', 'Cut'],
      },
      { ...tale, kind: 'short_text', text: 'Cut on the …?', accepted: ['beat', 'the beat'] },
    ],
  })
  const instructions = 'Cut **one** reel of 30 seconds.'
  const revision = await editDraft(academy, admin, course, (draft) => {
    const [first, second, third] = draft.modules.flatMap(({ videos }) => videos)
    if (!first || !second || !third) throw new Error('The course has three lessons')
    first.quiz = quiz
    first.assignment = assignment.parse({ title: 'Your first reel', instructions, due_days: 7 })
    second.opens = { kind: 'days', days: 7 }
    third.opens = { kind: 'after_previous' }
  })
  await academy.as(admin)<typeof publish>('POST /admin/courses/:id/publish', {
    params: { id: course.id },
    body: { revision },
  })
  const learner = await makeLearner(db)
  await grantCourse(db, learner, course)
  return { course, learner }
}

/** A course with reviews: one answered, one hidden, one reported. */
async function makeReviewed(academy: Academy): Promise<MadeCourse> {
  const { db } = academy
  const course = await makeShortCourse(academy)
  const said = [
    { stars: 5, words: 'Clear and short.\nI made my first reel the same day.' },
    { stars: 3, words: 'The sound is low in two lessons.', answer: 'We have mixed them anew.' },
    { stars: 1, words: 'Buy mine instead.', hiddenBecause: 'advertising' as const },
    { stars: 4, words: '' },
  ]
  for (const { answer = null, ...review } of said) {
    const { id: learnerId } = await makeLearner(db)
    const answeredAt = answer === null ? null : new Date()
    const id = newId()
    await db
      .insert(reviews)
      .values({ id, courseId: course.id, learnerId, answer, answeredAt, ...review })
    if (review.stars === 5) await db.insert(reviewReports).values({ reviewId: id, learnerId })
  }
  return course
}

function publicPage(path: string): Screen {
  return {
    name: path,
    open: async (page) => {
      await page.goto(path)
      // What depends on a session is shown once the scripts have looked for one.
      await page.getByRole('heading', { level: 1 }).waitFor()
    },
  }
}

function ownPage(
  name: string,
  who: 'newcomer' | 'graduate' | 'admin' | 'support',
  path: string | ((world: World) => string),
  settle: (page: Page, watch: Watch) => Promise<unknown>,
): Screen {
  return {
    name,
    open: async (page, world, watch) => {
      await signIn(page, world.academy, world[who], typeof path === 'string' ? path : path(world))
      await settle(page, watch)
    },
  }
}

/** Every screen in every state that a person can bring it to. */
export const screens: Screen[] = [
  ...[
    '/',
    '/about',
    '/results',
    '/contact',
    '/refund-policy',
    '/terms',
    '/privacy',
    '/courses',
    '/courses?search=nothing-is-called-so',
    '/bundles',
    '/course/ai-reels-studio',
    '/login',
    '/signup',
    '/forgot-password',
    '/reset-password?token=none',
    '/payment-success',
  ].map(publicPage),
  {
    name: 'a course that tells all it can, with a free lesson open',
    open: async (page, { academy }) => {
      const course = await makeToldCourse(academy)
      await page.goto(`/course/${course.id}`)
      await page.getByRole('button', { name: /Free preview/ }).click()
      await page.getByRole('button', { name: 'Pause' }).waitFor()
    },
  },
  {
    name: 'a lesson that can be kept on the device',
    open: async (page, { academy }) => {
      const learner = await makeLearner(academy.db)
      const course = await makeFilmCourse(academy)
      await grantCourse(academy.db, learner, course)
      await signIn(page, academy, learner, `/course/${course.id}`)
      await page.getByRole('button', { name: 'Keep on this device' }).click()
      await page
        .getByRole('region', { name: 'Keep on this device' })
        .getByText(/./)
        .first()
        .waitFor()
    },
  },
  ownPage('what is kept on the device', 'graduate', '/my-courses?tab=kept', (page) =>
    page.getByText('Nothing is kept here yet.', { exact: false }).waitFor(),
  ),
  {
    name: 'questions beside a lesson',
    open: async (page, { academy }) => {
      const [{ course }, learner] = [await makeAsked(academy), await makeLearner(academy.db)]
      await grantCourse(academy.db, learner, course)
      await signIn(page, academy, learner, `/course/${course.id}`)
      await page.getByRole('button', { name: 'Questions', exact: true }).click()
      await page.getByText('Which phone?').waitFor()
    },
  },
  {
    name: 'a question with its answers',
    open: async (page, { academy }) => {
      const [{ course, ids }, learner] = [await makeAsked(academy), await makeLearner(academy.db)]
      await grantCourse(academy.db, learner, course)
      const path = `/course/${course.id}?tool=questions&question=${ids[0]}`
      await signIn(page, academy, learner, path)
      await page.getByLabel('Your answer').waitFor()
    },
  },
  {
    name: 'a question that is being asked',
    open: async (page, { academy }) => {
      const [{ course }, learner] = [await makeAsked(academy), await makeLearner(academy.db)]
      await grantCourse(academy.db, learner, course)
      await signIn(page, academy, learner, `/course/${course.id}?tool=questions`)
      await page.getByRole('button', { name: 'Ask a question' }).click()
      await page.getByLabel('Your question').fill('Which phone is good?')
      await page.getByRole('button', { name: 'Ask', exact: true }).waitFor()
    },
  },
  {
    name: 'questions in the office',
    open: async (page, { academy, admin }) => {
      await makeAsked(academy)
      await signIn(page, academy, admin, '/admin/questions?filter=all')
      await page.getByRole('row').nth(2).waitFor()
    },
  },
  {
    name: 'a question in the office',
    open: async (page, { academy, admin }) => {
      const { ids } = await makeAsked(academy)
      await signIn(page, academy, admin, `/admin/questions?question=${ids[0]}`)
      await page.getByText('Keep the writer from writing here…').first().waitFor()
    },
  },
  {
    name: 'a quiz that is being taken',
    open: async (page, world) => {
      const { course, learner } = await makeTaught(world)
      await signIn(page, world.academy, learner, `/course/${course.id}?tool=quiz`)
      await page.getByRole('button', { name: 'Start the quiz' }).click()
      await page.getByRole('radio', { name: 'A pause' }).check()
      await page.getByText(/questions are not answered yet/).waitFor()
    },
  },
  {
    name: 'a quiz that was answered',
    open: async (page, world) => {
      const { course, learner } = await makeTaught(world)
      await signIn(page, world.academy, learner, `/course/${course.id}?tool=quiz`)
      await page.getByRole('button', { name: 'Start the quiz' }).click()
      await page.getByRole('radio', { name: 'A pause' }).check()
      await page.getByRole('button', { name: 'Hand in' }).click()
      await page.getByText('Not passed this time.').waitFor()
    },
  },
  {
    name: 'a course with lessons that open later',
    open: async (page, world) => {
      const { course } = await makeTaught(world)
      await page.goto(`/course/${course.id}`)
      await page.getByText('Opens 7 days after you get the course').waitFor()
    },
  },
  {
    name: 'a classroom with lessons that open later',
    open: async (page, world) => {
      const { course, learner } = await makeTaught(world)
      await signIn(page, world.academy, learner, `/course/${course.id}`)
      await page.getByRole('button', { name: 'Add the plan to my calendar' }).waitFor()
      await page.getByRole('button', { name: 'Keep on this device' }).waitFor()
    },
  },
  {
    name: 'a lesson in the editor with a quiz and an assignment',
    open: async (page, world) => {
      const { course } = await makeTaught(world)
      const path = `/admin/courses/${course.id}?lesson=${course.videoIds[0]}`
      await signIn(page, world.academy, world.admin, path)
      await page.getByRole('button', { name: 'Remove the quiz' }).waitFor()
      await page.getByRole('button', { name: 'Remove the assignment' }).waitFor()
    },
  },
  {
    name: 'a lesson in the editor that opens later',
    open: async (page, world) => {
      const { course } = await makeTaught(world)
      const path = `/admin/courses/${course.id}?lesson=${course.videoIds[1]}`
      await signIn(page, world.academy, world.admin, path)
      await page.getByLabel('Opens', { exact: true }).waitFor()
    },
  },
  {
    name: 'an assignment beside its lesson',
    open: async (page, { academy }) => {
      const { course, learner } = await makeAssigned(academy)
      await signIn(page, academy, learner, `/course/${course.id}?tool=assignment`)
      await page.getByRole('button', { name: 'Hand in' }).waitFor()
    },
  },
  {
    name: 'assignments that are due',
    open: async (page, { academy }) => {
      const { learner } = await makeAssigned(academy)
      await signIn(page, academy, learner, '/my-courses?tab=assignments')
      await page.getByText('Due on').first().waitFor()
    },
  },
  {
    name: 'what was handed in, in the office',
    open: async (page, { academy, admin }) => {
      await makeAssigned(academy)
      await signIn(page, academy, admin, '/admin/assignments')
      await page.getByRole('row').nth(1).waitFor()
    },
  },
  {
    name: 'an assignment in the office',
    open: async (page, { academy, admin }) => {
      const { submissionId } = await makeAssigned(academy)
      await signIn(page, academy, admin, `/admin/assignments?submission=${submissionId}`)
      await page.getByRole('button', { name: 'Send the answer' }).waitFor()
    },
  },
  {
    name: 'a course with reviews',
    open: async (page, { academy }) => {
      const course = await makeReviewed(academy)
      await page.goto(`/course/${course.id}`)
      await page.getByRole('heading', { name: 'Reviews' }).scrollIntoViewIfNeeded()
      await page.getByText('1 hidden: advertising').waitFor()
    },
  },
  {
    name: 'a review in the classroom',
    open: async (page, { academy }) => {
      const [course, learner] = [await makeReviewed(academy), await makeLearner(academy.db)]
      await completeCourse(academy.db, learner, course)
      await signIn(page, academy, learner, `/course/${course.id}`)
      await page.getByRole('heading', { name: 'How was this course?' }).waitFor()
      await page.getByRole('button', { name: 'Write a review' }).click()
      await page.getByLabel('In your words').waitFor()
    },
  },
  {
    name: 'reviews in the office',
    open: async (page, { academy, admin }) => {
      await makeReviewed(academy)
      await signIn(page, academy, admin, '/admin/reviews?filter=all')
      await page.getByRole('row').nth(3).waitFor()
    },
  },
  {
    name: 'a bundle with a coupon that is none',
    open: async (page, { academy, completed, bought }) => {
      const bundleId = await makeBundle(academy.db, [completed.id, bought.id])
      await page.goto(`/bundles/${bundleId}?coupon=NONE`)
      await page.getByRole('button', { name: 'Purchase Now' }).waitFor()
      await page.getByText('We do not know this coupon.').waitFor()
    },
  },
  {
    name: 'an unknown address',
    open: async (page, _, watch) => {
      watch.allow(/404/)
      await page.goto('/no-such-page')
    },
  },
  {
    name: 'a certificate that is none',
    open: async (page, _, watch) => {
      watch.allow(/404/)
      await page.goto('/verify/KA-NOT-ISSUED')
    },
  },
  {
    name: 'the check of a certificate',
    open: async (page) => {
      await page.goto('/verify')
    },
  },
  {
    name: 'a refused login',
    open: async (page, _, watch) => {
      watch.allow(/401/)
      await page.route('**/api/auth/login', (route) => route.fulfill({ status: 401, json: {} }))
      await page.goto('/login')
      await page.getByLabel('Email').fill('someone@example.test')
      await page.getByLabel('Password', { exact: true }).fill('not the password')
      await page.getByRole('button', { name: 'Login' }).click()
      await page.getByRole('main').getByRole('alert').waitFor()
    },
  },
  {
    name: 'the login of somebody who wants to buy',
    open: async (page) => {
      await page.goto('/course/ai-reels-studio')
      await page.getByRole('button', { name: 'Purchase Now' }).click()
      await page.getByRole('region', { name: 'What you are buying' }).waitFor()
    },
  },
  {
    name: 'a sign-up with everything wrong',
    open: async (page) => {
      await page.goto('/signup')
      await page.getByRole('button', { name: 'Sign Up' }).click()
      await page.locator('[aria-invalid]').first().waitFor()
    },
  },
  {
    name: 'the code of a sign-up',
    open: async (page) => {
      await page.route('**/api/auth/signup', (route) =>
        route.fulfill({ json: { email: 'someone@example.test' } }),
      )
      await page.goto('/signup')
      await page.getByLabel('Full Name').fill('Meera Nair')
      await page.getByLabel('Email').fill('someone@example.test')
      await page.getByLabel('Password', { exact: true }).fill('a long enough password')
      await page.getByLabel('Confirm Password', { exact: true }).fill('a long enough password')
      await page.getByRole('button', { name: 'Sign Up' }).click()
      await page.getByLabel('Verification Code').waitFor()
    },
  },
  ownPage('no courses yet', 'newcomer', '/my-courses', (page) =>
    page.getByText("You haven't purchased any courses yet.").waitFor(),
  ),
  ownPage('no payments yet', 'newcomer', '/my-courses?tab=payments', (page) =>
    page.getByText('No payment history found.').waitFor(),
  ),
  ownPage('my courses', 'graduate', '/my-courses', (page) =>
    page.getByRole('article').first().waitFor(),
  ),
  {
    name: 'where a deletion is taken back',
    open: async (page) => {
      await page.goto('/admin/keep-account?token=none')
      await page.getByRole('button', { name: 'Keep my account' }).waitFor()
    },
  },
  ownPage('my data', 'graduate', '/my-courses?tab=privacy', async (page) => {
    await page.getByText('Your progress', { exact: true }).click()
    await page.getByRole('button', { name: 'Delete my account …' }).click()
    await page.getByRole('button', { name: 'Delete my account in seven days' }).waitFor()
  }),
  ownPage('my notes', 'graduate', '/my-courses?tab=notes', (page) =>
    page.getByText('Count the beats twice').waitFor(),
  ),
  ownPage('my week', 'graduate', '/my-courses?tab=plan', (page) =>
    page.getByRole('button', { name: 'End my plan' }).waitFor(),
  ),
  ownPage(
    'notes beside a film',
    'graduate',
    ({ completed }) => `/course/${completed.id}?tool=notes`,
    async (page) => {
      await page.getByText('Count the beats twice').waitFor()
      await page.getByRole('button', { name: 'Write a note' }).click()
      await page.getByLabel(/^Note at /).waitFor()
    },
  ),
  ownPage('payment history', 'graduate', '/my-courses?tab=payments', (page) =>
    page.getByRole('row').nth(1).waitFor(),
  ),
  {
    name: 'the details of an account, all wrong',
    open: async (page, { academy }) => {
      const learner = await makeLearner(academy.db, { passwordHash: 'never compared' })
      await signIn(page, academy, learner, '/my-courses?tab=details')
      await page.getByLabel('Full Name').fill('')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('button', { name: 'Change password' }).click()
      await page.locator('[aria-invalid][name=password]').waitFor()
    },
  },
  ownPage(
    'the details of an account without a password',
    'newcomer',
    '/my-courses?tab=details',
    (page) => page.getByText(/You log in with Google/).waitFor(),
  ),
  {
    name: 'the second step of a login',
    open: async (page, _, watch) => {
      watch.allow(/401/)
      await page.route('**/api/auth/login', (route) =>
        route.fulfill({
          status: 401,
          json: { code: 'second_step_needed', status: 401, challenge: 'a challenge' },
        }),
      )
      await page.goto('/login')
      await page.getByLabel('Email').fill('someone@example.test')
      await page.getByLabel('Password', { exact: true }).fill('the password')
      await page.getByRole('button', { name: 'Login' }).click()
      await page.getByRole('heading', { name: 'Your second step' }).waitFor()
      await page.getByRole('button', { name: 'Use a recovery code instead' }).waitFor()
    },
  },
  {
    name: 'an authenticator app to be set up',
    open: async (page, { academy }) => {
      await signIn(page, academy, await makeLearner(academy.db), '/my-courses?tab=details')
      const uri = 'otpauth://totp/Academy:someone?secret=ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
      await page.route('**/api/auth/app', (route) =>
        route.fulfill({ json: { secret: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', uri } }),
      )
      await page.getByRole('button', { name: 'Set up an app' }).click()
      await page.getByRole('img', { name: 'The key of your account, for an app' }).waitFor()
    },
  },
  {
    name: 'passkeys and recovery codes of an account',
    open: async (page, { academy }) => {
      const learner = await makeLearner(academy.db)
      const at = '2026-11-20T10:00:00.000Z'
      const ofKey = { created_at: at, last_used_at: null }
      await page.route('**/api/auth/security', (route) =>
        route.fulfill({
          json: {
            has_password: true,
            has_google: true,
            app_since: at,
            recovery_codes_left: 9,
            passkeys: [
              { ...ofKey, id: 'a', name: 'Chrome on Android' },
              { ...ofKey, id: 'b', name: 'The laptop at my sister’s place in Thiruvananthapuram' },
            ],
            step_up_by: ['passkey', 'code'],
          },
        }),
      )
      const codes = Array.from({ length: 10 }, (_, at) => `A1B2-C3D4-E5F6-G7H${at}`)
      await page.route('**/api/auth/recovery-codes', (route) =>
        route.fulfill({ json: { recovery_codes: codes } }),
      )
      await signIn(page, academy, learner, '/my-courses?tab=details')
      await page.getByRole('button', { name: 'New recovery codes' }).click()
      await page.getByRole('button', { name: 'I have kept them' }).waitFor()
    },
  },
  {
    name: 'somebody is asked once more',
    open: async (page, { academy }, watch) => {
      watch.allow(/403/)
      const learner = await makeLearner(academy.db, { passwordHash: 'never compared' })
      await signIn(page, academy, learner, '/my-courses?tab=details')
      await page.getByRole('button', { name: 'Set up an app' }).click()
      await page.getByLabel('Your password', { exact: true }).waitFor()
    },
  },
  {
    name: 'the office, closed without a second step',
    open: async (page, { academy }, watch) => {
      watch.allow(/403/) // what it asked for before it knew
      const staffSince = new Date(Date.now() - 25 * 3_600_000)
      const owner = await makeAdmin(academy.db, { staffSince })
      await signIn(page, academy, owner, '/admin')
      await page.getByRole('button', { name: 'Set up an app' }).waitFor()
    },
  },
  publicPage('/admin/not-me?token=from-the-mail'),
  {
    name: 'a complaint of a visitor with everything missing',
    open: async (page) => {
      await page.goto('/complaint')
      await page.getByRole('button', { name: 'File the complaint' }).click()
      await page.locator('[aria-invalid]').first().waitFor()
    },
  },
  ownPage('a complaint of a learner', 'graduate', '/admin/complaint', (page) =>
    page.getByLabel('About a payment?').waitFor(),
  ),
  {
    name: 'a complaint that was answered, to who filed it',
    open: async (page, world) => {
      const { id } = await fileAndAnswer(world)
      await signIn(page, world.academy, world.graduate, `/admin/complaint?id=${id}`)
      await page.getByRole('button', { name: 'Reopen the complaint' }).waitFor()
    },
  },
  {
    name: 'what an account has agreed to, named and complained of',
    open: async (page, world, watch) => {
      watch.allow(/400/)
      const me = world.academy.as(world.graduate)
      await fileAndAnswer(world)
      const nominee = { name: 'Lata Rao', email: 'lata@example.test', phone: '', relation: 'wife' }
      await me<typeof saveMyNominee>('PUT /my-nominee', { body: nominee })
      const { children } = await me<typeof listMyChildren>('GET /my-children', {})
      const password = { password: 'a long enough one', confirm_password: 'a long enough one' }
      if (children.length === 0) {
        const body = { name: 'Aarav Venkatasubramanian', ...password, consents: true } as const
        await me<typeof addChild>('POST /my-children', { body })
      }
      for (const news of [true, false]) {
        await me<typeof saveMailConsents>('PUT /my-mail-consents', { body: { news } })
      }
      await signIn(page, world.academy, world.graduate, '/my-courses?tab=privacy')
      await page.getByText('What you said: News from the academy').click()
      await page.getByText('Add a child', { exact: true }).click()
      await page.getByRole('button', { name: 'Open the account' }).click()
      await page.getByText('Without your consent we may not').waitFor()
    },
  },
  {
    name: 'lists that cannot be loaded',
    open: async (page, world, watch) => {
      watch.allow(/500/)
      await page.route('**/api/my-courses', (route) => route.fulfill({ status: 500, json: {} }))
      await signIn(page, world.academy, world.graduate, '/my-courses')
      await page.getByText('Your courses could not be loaded.').waitFor()
    },
  },
  ownPage(
    'the classroom',
    'graduate',
    ({ bought }) => `/course/${bought.id}`,
    (page) => page.getByRole('button', { name: 'Play video: Video 1' }).waitFor(),
  ),
  {
    name: 'the player',
    open: async (page, world) => {
      await signIn(page, world.academy, world.owner, `/course/${world.bought.id}`)
      await page.getByRole('button', { name: 'Play video: Video 1' }).click()
      await page.getByRole('button', { name: 'Pause' }).click()
    },
  },
  {
    name: 'the name before a certificate',
    open: async (page, { academy, completed }) => {
      const learner = await makeLearner(academy.db, { name: 'Anagha Venkatasubramanian' })
      await completeCourse(academy.db, learner, completed)
      await signIn(page, academy, learner, `/certificate/${completed.id}`)
      await page.getByRole('button', { name: 'Confirm' }).waitFor()
    },
  },
  ownPage(
    'a certificate',
    'graduate',
    ({ completed }) => `/certificate/${completed.id}`,
    (page) => page.getByText('Congratulations!').waitFor(),
  ),
  {
    name: 'the public proof of a certificate',
    open: async (page, { academy, graduate, completed }) => {
      const answer = await fetch(`${academy.url}/api/certificate/${completed.id}`, {
        headers: { authorization: `Bearer ${graduate.token}` },
      })
      await page.goto(`/verify/${(await answer.json()).certificate_id}`)
    },
  },
  ownPage(
    'a payment that went well',
    'graduate',
    ({ paymentId, bought }) => `/payment-success?payment_id=${paymentId}&course_id=${bought.id}`,
    (page) => page.getByText(/^pay_/).waitFor(),
  ),
  {
    name: 'a payment that could not begin',
    open: async (page, world, watch) => {
      watch.allow(/503/)
      await page.route('**/api/payment/create-order', (route) =>
        route.fulfill({ status: 503, json: {} }),
      )
      await signIn(page, world.academy, world.newcomer, '/course/ai-reels-studio')
      await page.getByRole('button', { name: 'Purchase Now' }).click()
      await page.getByText('Payment initiation failed. Please try again.').waitFor()
    },
  },
  ownPage('the course management', 'admin', '/admin', (page) =>
    page.getByRole('heading', { name: /^AI Reels Studio/ }).waitFor(),
  ),
  ownPage(
    'the checklist, with a grievance officer who cannot be',
    'admin',
    '/admin/checklist',
    async (page, watch) => {
      watch.allow(/400/)
      await page.getByRole('button', { name: 'Save' }).click()
      await page.locator('[aria-invalid]').first().waitFor()
    },
  ),
  ownPage('the payments of a new academy', 'admin', '/admin/setup?step=payments', (page) =>
    page.getByRole('button', { name: 'Copy the address' }).waitFor(),
  ),
  ownPage('what is missing before the first sale', 'admin', '/admin/setup?step=end', (page) =>
    page.getByRole('heading', { name: 'What is still missing' }).waitFor(),
  ),
  ownPage('the look of the academy', 'admin', '/admin/look', async (page, watch) => {
    watch.allow(/Blocked script execution in 'about:srcdoc'/) // the scripts of the tests themselves
    await page.getByRole('button', { name: 'Publish' }).waitFor()
  }),
  ownPage('all pages of the academy', 'admin', '/admin/pages', (page) =>
    page.getByRole('link', { name: 'Menu, footer and announcement' }).waitFor(),
  ),
  ownPage('the editor of a page', 'admin', '/admin/pages?page=about', async (page) => {
    const part = page.getByRole('list', { name: 'Parts of the page' }).getByRole('listitem').nth(1)
    await part.locator('[aria-expanded]').click()
    await page.frameLocator('iframe').getByRole('button').first().waitFor()
  }),
  ownPage('the settings', 'admin', '/admin/settings', async (page, watch) => {
    watch.allow(/400/)
    await page.locator('summary', { hasText: 'Mail' }).click()
    await page.getByRole('textbox', { name: 'Support e-mail' }).fill('nobody')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.locator('[aria-invalid]').first().waitFor()
  }),
  ownPage('the form of a new course, all wrong', 'admin', '/admin', async (page) => {
    await page.getByRole('button', { name: '+ Create New Course' }).click()
    await page.getByRole('button', { name: 'Add Module' }).click()
    await page.getByRole('button', { name: 'Create Course' }).click()
    await page.locator('[aria-invalid]').first().waitFor()
  }),
  ownPage('the details of a course', 'admin', '/admin', async (page) => {
    await page.getByRole('button', { name: 'View Details' }).first().click()
    await page.getByRole('dialog').waitFor()
  }),
  ownPage('the question before a delete', 'admin', '/admin', async (page) => {
    await page.getByRole('button', { name: 'Delete' }).first().click()
    await page.getByRole('alertdialog').waitFor()
  }),
  ownPage(
    'the editor of a course',
    'admin',
    ({ bought }) => `/admin/courses/${bought.id}`,
    (page) => page.getByRole('heading', { level: 1, name: /^Cut on the Beat/ }).waitFor(),
  ),
  ownPage(
    'a lesson in the editor',
    'admin',
    ({ bought }) => `/admin/courses/${bought.id}?lesson=${bought.videoIds[0]}`,
    async (page) => {
      await page.getByLabel('Film link').waitFor()
      await page.getByRole('button', { name: 'Add link' }).click()
    },
  ),
  ownPage(
    'the history of a course',
    'admin',
    ({ edited }) => `/admin/courses/${edited.id}/history`,
    async (page) => {
      await page.locator('summary', { hasText: 'changes:' }).first().click()
      await page.getByText('At that time:').waitFor()
    },
  ),
  ownPage(
    'what a publication changes, and when it is to be',
    'admin',
    ({ edited }) => `/admin/courses/${edited.id}/history`,
    async (page) => {
      await page.getByRole('button', { name: 'Publish…' }).click()
      await page.getByRole('radio', { name: 'At a date and time' }).check()
      await page.getByLabel('Date and time', { exact: true }).fill('2020-01-01T09:00')
      await page.getByRole('button', { name: 'Publish at this time' }).click()
      await page.getByText(/^This time is over/).waitFor()
    },
  ),
  ownPage(
    'what a draft lacks',
    'admin',
    ({ unfinished }) => `/admin/courses/${unfinished.id}/history`,
    async (page, watch) => {
      watch.allow(/400/)
      await page.getByRole('button', { name: 'Publish…' }).click()
      await page.getByText(/^Before it can be published/).waitFor()
    },
  ),
  ownPage(
    'the states of a course',
    'admin',
    ({ edited }) => `/admin/courses/${edited.id}/history`,
    async (page) => {
      await page.getByRole('button', { name: 'Change state…' }).click()
      await page.getByRole('dialog').waitFor()
    },
  ),
  ownPage(
    'a draft as a visitor will see it',
    'admin',
    ({ edited }) => `/admin/courses/${edited.id}/preview`,
    (page) => page.getByRole('button', { name: 'Purchase Now' }).waitFor(),
  ),
  ownPage(
    'a draft as an owner will see it',
    'admin',
    ({ edited }) => `/admin/courses/${edited.id}/preview?as=owner`,
    (page) => page.getByRole('button', { name: /^Play video/ }).waitFor(),
  ),
  ownPage('the payment details', 'admin', '/admin?tab=payments', (page) =>
    page.getByRole('row').nth(1).waitFor(),
  ),
  ownPage('insight', 'admin', '/admin/insight', async (page) => {
    await page.getByRole('img', { name: /^Revenue by day/ }).waitFor()
    await page.getByText('Show as a table').first().click()
    await page.getByRole('table', { name: 'Completion by course' }).waitFor()
    await page.getByRole('combobox', { name: 'Lesson' }).waitFor()
  }),
  ownPage('the money desk', 'admin', '/admin/money?list=differences', async (page) => {
    await page.getByText('Paid out, last 30 days').waitFor()
    await page.getByRole('button', { name: 'Resolve pay_unknown' }).first().waitFor()
  }),
  ownPage('the note on a difference', 'admin', '/admin/money', async (page) => {
    await page.getByRole('button', { name: 'Resolve pay_unknown' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click()
    await page.getByText('Please say what explains the difference.').waitFor()
  }),
  ownPage('the list of learners', 'admin', '/admin/learners', (page) =>
    page.getByRole('row').nth(1).waitFor(),
  ),
  ownPage(
    'all about a learner',
    'admin',
    ({ graduate }) => `/admin/learners?person=${graduate.id}`,
    async (page) => {
      await page.getByText('Lesson by lesson').first().click()
      await page.getByRole('table', { name: 'Mails' }).waitFor()
    },
  ),
  ownPage(
    'giving a course',
    'admin',
    ({ graduate }) => `/admin/learners?person=${graduate.id}`,
    async (page) => {
      await page.getByRole('button', { name: 'Give a course…' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Give' }).click()
      await page.getByText('Please say why.').waitFor()
    },
  ),
  ownPage('the offers', 'admin', '/admin/offers', async (page) => {
    await page.locator('summary', { hasText: 'New coupon' }).click()
    await page.locator('summary', { hasText: 'New launch price' }).click()
    await page.getByRole('button', { name: 'Set the launch price' }).waitFor()
  }),
  ownPage('the tax settings', 'admin', '/admin/tax', (page) =>
    page.getByRole('button', { name: 'Table 4: registered buyers' }).waitFor(),
  ),
  ownPage('the settlements', 'admin', '/admin/money?list=settlements', (page) =>
    page.getByRole('row').nth(1).waitFor(),
  ),
  ownPage('a month for the books', 'admin', '/admin/money?list=month', (page) =>
    page.getByRole('heading', { name: 'Files of the month' }).waitFor(),
  ),
  {
    name: 'a link to unsubscribe that is not complete',
    open: async (page, _, watch) => {
      watch.allow(/400/)
      await page.goto('/unsubscribe?token=none')
      await page.getByRole('heading', { name: 'This link is not complete' }).waitFor()
    },
  },
  {
    name: 'the complaints',
    open: async (page, world) => {
      await fileAndAnswer(world)
      await signIn(page, world.academy, world.support, '/admin/complaints?filter=answered')
      await page.getByRole('row').nth(1).waitFor()
    },
  },
  {
    name: 'a complaint in the office',
    open: async (page, world) => {
      const { id } = await fileAndAnswer(world)
      await signIn(page, world.academy, world.support, `/admin/complaints?complaint=${id}`)
      await page.getByRole('button', { name: 'Send the answer' }).waitFor()
    },
  },
  ownPage('the letters', 'admin', '/admin/letters', async (page) => {
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
    await page.getByRole('button', { name: 'Save the settings' }).waitFor()
  }),
  ownPage(
    'a new letter with everything wrong',
    'admin',
    '/admin/letters?letter=new',
    async (page, watch) => {
      watch.allow(/400/)
      await page.getByLabel('To', { exact: true }).selectOption('stalled')
      await page.getByRole('button', { name: 'Save and look at it' }).click()
      await page.locator('[aria-invalid]').first().waitFor()
    },
  ),
  {
    name: 'a letter before it is sent',
    open: async (page, { academy, admin, newcomer }) => {
      const said = { learnerId: newcomer.id, said: { news: true }, source: 'account' } as const
      await recordMailConsents(academy.db, said)
      await signIn(page, academy, admin, '/admin/letters?letter=new')
      await page.getByLabel('Subject').fill('A new course')
      await page.getByRole('textbox', { name: 'Message' }).fill('It is **here**.')
      await page.getByRole('button', { name: 'Save and look at it' }).click()
      await page.getByTitle('The campaign “A new course”').waitFor()
      await page.getByRole('button', { name: 'Send now' }).click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'no failed refunds',
    open: async (page, world) => {
      await page.route('**/api/admin/desk/refunds?*', (route) =>
        route.fulfill({ json: { refunds: [], next_cursor: null } }),
      )
      await signIn(page, world.academy, world.admin, '/admin/money?list=failed')
      await page.getByText('No refund has failed').waitFor()
    },
  },
  ownPage('the staff', 'admin', '/admin/staff', async (page) => {
    await page.getByLabel('E-mail').fill(newEmail())
    await page.getByRole('button', { name: 'Send the invitation' }).click()
    await page
      .getByRole('button', { name: /^Withdraw/ })
      .first()
      .waitFor()
  }),
  ownPage('another role for somebody', 'admin', '/admin/staff', async (page) => {
    await page
      .getByRole('button', { name: /^Change role/ })
      .first()
      .click()
    await page.getByRole('dialog').waitFor()
  }),
  ownPage('the audit log', 'admin', '/admin/audit?search=publish', async (page) => {
    await page.getByRole('listitem').locator('summary').first().click()
    await page.locator('details[open] dl').first().waitFor()
  }),
  ownPage('what a role does not open', 'support', '/admin/audit', (page) =>
    page.getByText(/^Your role is Support/).waitFor(),
  ),
  {
    name: 'an invitation to the staff',
    open: async (page, { academy, admin }) => {
      const token = await inviteToStaff(academy, admin)
      await page.goto(`/admin/join?token=${token}`)
      await page.getByRole('button', { name: 'Accept the invitation' }).waitFor()
    },
  },
]
