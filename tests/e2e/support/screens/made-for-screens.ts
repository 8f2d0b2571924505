import { assignment } from '../../../../src/domains/assignments/assignment.ts'
import {
  assignments,
  submissionAnswers,
  submissionFiles,
  submissions,
} from '../../../../src/domains/assignments/server/tables.ts'
import {
  answers,
  discussionReports,
  questions,
} from '../../../../src/domains/discussion/server/tables.ts'
import { reviewReports, reviews } from '../../../../src/domains/reviews/server/tables.ts'
import { newId } from '../../../../src/platform/database/new-id.ts'
import {
  grantCourse,
  type MadeCourse,
  makeCourse,
  makeLearner,
  makeStaff,
} from '../../../support/factories.ts'
import { makeQuiz } from '../../../support/make-quiz.ts'
import { makeShortCourse, newTitle } from '../courses.ts'
import { editDraft } from '../drafts.ts'
import type { Academy } from '../test.ts'
import type { World } from './world.ts'

/** A new complaint of the graduate, with an answer. */
export async function fileAndAnswer({
  academy,
  graduate,
  support,
}: World): Promise<{ id: string }> {
  const words = 'The third lesson has no sound.\nI tried two phones.'
  const { id } = await academy.as(graduate)('POST /complaints', {
    body: { subject: 'course', words },
  })
  await academy.as(support)('POST /admin/complaints/:id/answer', {
    params: { id },
    body: { revision: 1, words: 'We have uploaded it again.', outcome: null },
  })
  return { id }
}

/** A course in which one question waits, and one is solved by a teacher's answer. */
export async function makeAsked({ db }: Academy): Promise<{ course: MadeCourse; ids: string[] }> {
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
export async function makeAssigned({ db }: Academy) {
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
export async function makeTaught({ academy, admin }: World) {
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
  await academy.as(admin)('POST /admin/courses/:id/publish', {
    params: { id: course.id },
    body: { revision },
  })
  const learner = await makeLearner(db)
  await grantCourse(db, learner, course)
  return { course, learner }
}

/** A course with reviews: one answered, one hidden, one reported. */
export async function makeReviewed(academy: Academy): Promise<MadeCourse> {
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
