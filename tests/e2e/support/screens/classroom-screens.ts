import { completeCourse, grantCourse, makeLearner } from '../../../support/factories.ts'
import { makeFilmCourse } from '../courses.ts'
import { signIn } from '../people.ts'
import { makeAsked, makeAssigned, makeReviewed, makeTaught } from './made-for-screens.ts'
import { ownPage, type Screen } from './screen.ts'

/** What learners see of a course that is theirs. */
export const classroomScreens: Screen[] = [
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
    name: 'a classroom with lessons that open later',
    open: async (page, world) => {
      const { course, learner } = await makeTaught(world)
      await signIn(page, world.academy, learner, `/course/${course.id}`)
      await page.getByRole('button', { name: 'Add the plan to my calendar' }).waitFor()
      await page.getByRole('button', { name: 'Keep on this device' }).waitFor()
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
]
