import { signIn } from '../people.ts'
import { makeTaught } from './made-for-screens.ts'
import { ownPage, type Screen } from './screen.ts'

/** What staff see who write courses. */
export const studioScreens: Screen[] = [
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
  ownPage('the course management', 'admin', '/admin', (page) =>
    page.getByRole('heading', { name: /^AI Reels Studio/ }).waitFor(),
  ),
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
]
