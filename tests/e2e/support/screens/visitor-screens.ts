import { makeBundle } from '../../../support/factories.ts'
import { makeToldCourse } from '../courses.ts'
import { makeReviewed, makeTaught } from './made-for-screens.ts'
import { publicPage, type Screen } from './screen.ts'

/** What visitors see, and whoever logs in or signs up. */
export const visitorScreens: Screen[] = [
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
    name: 'a course with lessons that open later',
    open: async (page, world) => {
      const { course } = await makeTaught(world)
      await page.goto(`/course/${course.id}`)
      await page.getByText('Opens 7 days after you get the course').waitFor()
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
  {
    name: 'where a deletion is taken back',
    open: async (page) => {
      await page.goto('/admin/keep-account?token=none')
      await page.getByRole('button', { name: 'Keep my account' }).waitFor()
    },
  },
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
  publicPage('/admin/not-me?token=from-the-mail'),
  {
    name: 'a complaint of a visitor with everything missing',
    open: async (page) => {
      await page.goto('/complaint')
      await page.getByRole('button', { name: 'File the complaint' }).click()
      await page.locator('[aria-invalid]').first().waitFor()
    },
  },
  {
    name: 'the public proof of a certificate',
    open: async (page, { academy, graduate, completed }) => {
      const answer = await fetch(`${academy.url}/api/certificate/${completed.id}`, {
        headers: { authorization: `Bearer ${graduate.token}` },
      })
      await page.goto(`/verify/${(await answer.json()).certificate_id}`)
    },
  },
  {
    name: 'a link to unsubscribe that is not complete',
    open: async (page, _, watch) => {
      watch.allow(/400/)
      await page.goto('/unsubscribe?token=none')
      await page.getByRole('heading', { name: 'This link is not complete' }).waitFor()
    },
  },
]
