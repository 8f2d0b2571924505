import { makeLearner } from '../../../support/factories.ts'
import { signIn } from '../people.ts'
import { fileAndAnswer, makeAssigned } from './made-for-screens.ts'
import { ownPage, type Screen } from './screen.ts'

/** What learners see of their account, their courses and their payments. */
export const accountScreens: Screen[] = [
  ownPage('what is kept on the device', 'graduate', '/my-courses?tab=kept', (page) =>
    page.getByText('Nothing is kept here yet.', { exact: false }).waitFor(),
  ),
  {
    name: 'assignments that are due',
    open: async (page, { academy }) => {
      const { learner } = await makeAssigned(academy)
      await signIn(page, academy, learner, '/my-courses?tab=assignments')
      await page.getByText('Due on').first().waitFor()
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
      await me('PUT /my-nominee', { body: nominee })
      const { children } = await me('GET /my-children', {})
      const password = { password: 'a long enough one', confirm_password: 'a long enough one' }
      if (children.length === 0) {
        const body = { name: 'Aarav Venkatasubramanian', ...password, consents: true } as const
        await me('POST /my-children', { body })
      }
      for (const news of [true, false]) {
        await me('PUT /my-mail-consents', { body: { news } })
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
]
