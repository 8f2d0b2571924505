import { grantCourse, makeAdmin, makeCourse, makeLearner } from '../support/factories.ts'
import { demoCourseFound, newTitle, shortFilm } from './support/courses.ts'
import { hindi } from './support/hindi.ts'
import { signIn } from './support/people.ts'
import { expect, test } from './support/test.ts'

test.describe('the list of courses', () => {
  test('shows of each course its picture, title, description, price and two ways on', async ({
    page,
  }) => {
    await page.goto(demoCourseFound)
    const card = page.getByRole('listitem').filter({ hasText: 'AI Reels Studio' })

    await expect(card.getByRole('img')).toBeVisible()
    await expect(card.getByRole('heading')).toHaveText(
      'AI Reels Studio: From Idea to Published Reel',
    )
    await expect(card).toContainText('Make one reel a day without a camera crew.')
    await expect(card).toContainText('₹4,999')
    await expect(card.getByRole('button', { name: 'Purchase Now' })).toBeEnabled()
    await card.getByRole('link', { name: 'View Details' }).click()
    await expect(page).toHaveURL('/course/ai-reels-studio')
  })

  test('leads from anywhere on a card to the course', async ({ page }) => {
    await page.goto(demoCourseFound)

    // The card's link lies over its words: a finger does not mind.
    await page.getByText('Make one reel a day without a camera crew.').click({ force: true })

    await expect(page).toHaveURL('/course/ai-reels-studio')
  })

  test('says so when there is nothing to sell', async ({ page, academy }) => {
    await page.goto(`${academy.firstDay.url}/courses`)

    await expect(page.getByText('No courses available yet.')).toBeVisible()
  })

  test('stands without its courses when they cannot be read, and tries again', async ({
    page,
    academy,
    watch,
  }) => {
    watch.allow(/500|Not loaded: courses/)
    const logged = page.waitForEvent('console', (message) =>
      message.text().startsWith('Not loaded: courses'),
    )
    await signIn(page, academy, await makeLearner(academy.db), '/my-courses')
    await page.route('**/courses.data**', (route) => route.fulfill({ status: 500, body: '' }))
    await page.getByRole('link', { name: 'Browse Courses' }).click()
    await expect(page.getByText('The courses cannot be shown right now.')).toBeVisible()
    expect((await logged).type()).toBe('error')

    await page.unroute('**/courses.data**')
    await page.getByRole('button', { name: 'Try again' }).click()

    await expect(page.getByRole('link', { name: 'View Details' }).first()).toBeVisible()
  })

  test('offers to go on with what was bought on another device', async ({ page, academy }) => {
    const learner = await makeLearner(academy.db)
    await signIn(page, academy, learner)
    await grantCourse(academy.db, learner, { id: 'ai-reels-studio' })

    await page.goto(demoCourseFound)

    const card = page.getByRole('listitem').filter({ hasText: 'AI Reels Studio' })
    await expect(card.getByRole('link', { name: 'Continue Learning' })).toBeVisible()
    await expect(card.getByRole('button', { name: 'Purchase Now' })).toBeHidden()
  })

  test('goes by the profile where my courses cannot be read', async ({ page, academy, watch }) => {
    watch.allow(/500/)
    const learner = await makeLearner(academy.db)
    await signIn(page, academy, learner)
    await grantCourse(academy.db, learner, { id: 'ai-reels-studio' })
    await page.goto('/course/ai-reels-studio') // which brings the profile up to date
    await expect(page.getByRole('link', { name: 'Get Certificate' })).toBeVisible()
    await page.route('**/api/my-courses', (route) => route.fulfill({ status: 500, json: {} }))

    await page.goto(demoCourseFound)

    const card = page.getByRole('listitem').filter({ hasText: 'AI Reels Studio' })
    await expect(card.getByRole('link', { name: 'Continue Learning' })).toBeVisible()
  })
})

test.describe('a course', () => {
  test('shows a visitor four times the price struck, three times saved, and lessons under lock', async ({
    page,
    academy,
  }) => {
    const course = await makeCourse(academy.db, { title: newTitle('Priced'), priceInPaise: 99_900 })
    await page.goto(`/course/${course.id}`)
    const panel = page.getByRole('complementary', { name: 'Price and purchase' })

    await expect(panel).toContainText('₹999')
    await expect(panel.locator('s')).toContainText('₹3,996')
    await expect(panel).toContainText('Save ₹2,997')
    await expect(panel).toContainText('1 module')
    for (const method of ['UPI', 'Card', 'Netbanking', 'Wallet', 'EMI']) {
      await expect(panel.getByRole('listitem').filter({ hasText: method })).toBeVisible()
    }
    await expect(page.getByText('Video 1 (locked)')).toBeVisible()
    await expect(page.getByRole('button', { name: /Video 1/ })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Get Certificate' })).toHaveCount(0)
  })

  test('at the advertised price strikes the advertised one, and during a launch the usual one', async ({
    page,
    academy,
  }) => {
    const course = await makeCourse(academy.db, { title: newTitle('Launched') })
    const panel = page.getByRole('complementary', { name: 'Price and purchase' })
    await page.goto(`/course/${course.id}`)
    await expect(panel.locator('s')).toContainText('₹19,999')
    await expect(panel).toContainText('Save ₹15,000')

    const asOwner = academy.as(await makeAdmin(academy.db))
    await asOwner('PUT /admin/courses/:id/launch-price', {
      params: { id: course.id },
      body: { price: 2999, ends_at: new Date(Date.now() + 3_600_000).toISOString() },
    })
    await page.reload()

    await expect(panel).toContainText('₹2,999')
    await expect(panel.locator('s')).toContainText('₹4,999')
    await expect(panel).toContainText('Save ₹2,000')
  })

  test('without modules counts six and outlines three of two locked lessons', async ({
    page,
    academy,
  }) => {
    const course = await makeCourse(academy.db, { title: newTitle('Unwritten'), modules: [] })

    await page.goto(`/course/${course.id}`)

    await expect(page.getByRole('main')).toContainText('6 modules')
    const modules = page.getByRole('main').locator('details')
    await expect(modules).toHaveCount(3)
    for (const module of await modules.all()) {
      await expect(module.getByText('(locked)')).toHaveCount(2)
    }
  })

  test('shows an owner the first lesson, lets them choose another, and offers the certificate', async ({
    page,
    academy,
  }) => {
    const course = await makeCourse(academy.db, {
      title: newTitle('Owned'),
      modules: [[shortFilm], [shortFilm]],
    })
    const learner = await makeLearner(academy.db)
    await grantCourse(academy.db, learner, course)
    await signIn(page, academy, learner, `/course/${course.id}`)
    await expect(page.getByRole('button', { name: 'Play video: Video 1' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Module 2' })).toBeVisible()

    await page
      .getByRole('button', { name: /^Video 1/ })
      .last()
      .click()

    await expect(page.getByText('Lesson 2 of 2')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Get Certificate' })).toHaveAttribute(
      'href',
      `/certificate/${course.id}`,
    )
    await expect(page.getByRole('button', { name: 'Purchase Now' })).toBeHidden()
  })

  test('is seen by an administrator as a visitor sees it, and as who may watch it', async ({
    page,
    academy,
  }) => {
    const course = await makeCourse(academy.db, {
      title: newTitle('Looked at'),
      modules: [[shortFilm], [shortFilm]],
    })
    await signIn(page, academy, await makeAdmin(academy.db), `/course/${course.id}`)
    await expect(page.getByRole('button', { name: 'Play video: Video 1' })).toBeVisible()

    await page.getByRole('link', { name: 'See as a visitor' }).click()

    await expect(page.getByText('This is what a visitor sees.')).toBeVisible()
    const panel = page.getByRole('complementary', { name: 'Price and purchase' })
    await expect(panel).toContainText('₹4,999')
    await expect(panel.getByRole('button', { name: 'Purchase Now' })).toBeVisible()
    await expect(page.getByText('Video 1 (locked)').first()).toBeVisible()
    await expect(page.getByRole('button', { name: /Video 1/ })).toHaveCount(0)
    await page.reload()
    await expect(page.getByText('Video 1 (locked)').first()).toBeVisible()
    await page.getByRole('link', { name: 'Back to the lessons' }).click()
    await expect(page.getByRole('button', { name: 'Play video: Video 1' })).toBeVisible()
    await expect(page).toHaveURL(`/course/${course.id}`)
  })

  test('is shown to nobody else in two ways', async ({ page, academy }) => {
    const course = await makeCourse(academy.db, { title: newTitle('Mine'), modules: [[shortFilm]] })
    const learner = await makeLearner(academy.db)
    await grantCourse(academy.db, learner, course)

    await signIn(page, academy, learner, `/course/${course.id}?as=visitor`)

    await expect(page.getByRole('button', { name: 'Play video: Video 1' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'See as a visitor' })).toHaveCount(0)
  })

  test('counts one look for each way a learner comes to it without loading a page', async ({
    page,
    academy,
  }) => {
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname.startsWith('/api/courses/')) asked.push(pathname.slice(13) + search)
    })
    const learner = await makeLearner(academy.db)
    await signIn(page, academy, learner, '/courses?search=nothing+is+called+so')
    await page.getByRole('searchbox', { name: 'Search courses' }).fill('AI Reels Studio')
    const link = page.getByRole('link', { name: 'View Details' }).first()
    await link.hover() // fetches in advance what the page needs
    await link.click()
    await expect(page).toHaveURL('/course/ai-reels-studio')
    await expect(page.getByRole('button', { name: 'Purchase Now' }).first()).toBeVisible()
    expect(asked).toEqual(['ai-reels-studio?look=1'])

    // The page that is loaded counts by itself; what it reads anew for the learner does not.
    const readAnew = page.waitForRequest('**/api/courses/ai-reels-studio')
    await page.reload()
    await readAnew
    expect(asked).toEqual(['ai-reels-studio?look=1', 'ai-reels-studio'])
  })

  test('that does not exist says so and leads to the courses', async ({ page, watch }) => {
    watch.allow(/404/)

    const answer = await page.goto('/course/no-such-course')

    expect(answer?.status()).toBe(404)
    // In the browser it stands for three seconds, in which a busy test may not look.
    expect(await answer?.text()).toMatch(/<h1[^>]*>Course Not Found</)
    await expect(page).toHaveURL('/courses')
  })

  test('that does not exist leads nobody away who is on their way elsewhere', async ({
    page,
    watch,
  }) => {
    watch.allow(/404/)
    const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/about.data*', async (route) => {
      await isAnswered
      await route.continue()
    })
    await page.clock.install()
    await page.goto('/contact')
    await page.waitForFunction(() => '__reactRouterDataRouter' in window)
    await page.clock.pauseAt(Date.now() + 600_000)
    await page.evaluate(() => {
      const { __reactRouterDataRouter: router } = window as unknown as {
        __reactRouterDataRouter: { navigate(path: string): Promise<void> }
      }
      return router.navigate('/course/no-such-course')
    })
    await expect(page.getByRole('heading', { name: 'Course Not Found' })).toBeVisible()
    const asked = page.waitForRequest('**/about.data*')
    await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click()
    await asked

    await page.clock.runFor(5_000)
    answer()

    await expect(page).toHaveURL('/about')
  })

  test('whose address cannot be decoded is one that does not exist, in the language it is read in', async ({
    page,
    watch,
  }) => {
    watch.allow(/404/)

    const answer = await page.goto('/hi/course/100%')

    expect(answer?.status()).toBe(404)
    expect(await answer?.text()).toContain(`>${hindi('Course Not Found')}</h1>`)
    await expect(page).toHaveURL('/hi/courses')
  })

  test('that cannot be fetched leads to the courses', async ({ page, academy, watch }) => {
    watch.allow(/500/)
    await signIn(page, academy, await makeLearner(academy.db), demoCourseFound)
    await page.route('**/api/courses/ai-reels-studio*', (route) =>
      route.fulfill({ status: 500, json: {} }),
    )

    // It stands for three seconds, in which a busy test may not look.
    const told = page.waitForFunction(
      () => document.querySelector('h1')?.textContent === 'This course cannot be opened now',
      undefined,
      { timeout: 60_000 },
    )
    await page
      .getByRole('listitem')
      .filter({ hasText: 'AI Reels Studio' })
      .getByRole('link', { name: 'View Details' })
      .click()

    await told
    await expect(page.getByRole('heading', { level: 1, name: 'Courses' })).toBeVisible()
  })
})
