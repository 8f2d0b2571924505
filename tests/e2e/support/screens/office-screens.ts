import { recordMailConsents } from '../../../../src/domains/accounts/server/mail-consents.ts'
import { makeAdmin } from '../../../support/factories.ts'
import { inviteToStaff, newEmail, signIn } from '../people.ts'
import { scriptlessFrame } from '../watch-context.ts'
import { fileAndAnswer, makeAsked, makeAssigned, makeReviewed } from './made-for-screens.ts'
import { ownPage, type Screen } from './screen.ts'

/** What staff see of everything else. */
export const officeScreens: Screen[] = [
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
    name: 'reviews in the office',
    open: async (page, { academy, admin }) => {
      await makeReviewed(academy)
      await signIn(page, academy, admin, '/admin/reviews?filter=all')
      await page.getByRole('row').nth(3).waitFor()
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
    watch.allow(scriptlessFrame)
    await page.getByRole('button', { name: 'Publish' }).waitFor()
    const frames = page.frameLocator('iframe')
    for (const frame of [frames.first(), frames.last()]) await frame.locator('main').waitFor()
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
