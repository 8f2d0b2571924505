import type { Page } from '@playwright/test'
import { makeAdmin, makeCourse } from '../support/factories.ts'
import { newTitle } from './support/courses.ts'
import { expect, test } from './support/test.ts'

const screens = [
  [320, 568],
  [320, 740],
  [360, 640],
  [360, 740],
  [412, 915],
  [640, 360],
  [768, 1024],
] as const

test('the bar that sells takes a quarter of the height at most, however large the letters', async ({
  page,
  academy,
}) => {
  const course = await makeCourse(academy.db, { title: newTitle('On the Bar') })
  const ends_at = new Date(Date.now() + 86_400_000).toISOString()
  await academy.as(await makeAdmin(academy.db))('PUT /admin/courses/:id/launch-price', {
    params: { id: course.id },
    body: { price: 2999, ends_at },
  })

  for (const address of ['/course/ai-reels-studio', `/course/${course.id}`]) {
    await page.goto(address)
    for (const percent of [100, 150, 200]) {
      await page.addStyleTag({ content: `html { font-size: ${percent}% !important }` })
      for (const [width, height] of screens) {
        await page.setViewportSize({ width, height })

        const { partOfHeight, letterInPx } = await measureBar(page)

        const where = `${percent} % at ${width} × ${height}`
        expect.soft(partOfHeight, where).toBeLessThanOrEqual(0.25)
        expect.soft(letterInPx, where).toBeGreaterThanOrEqual(16)
      }
    }
  }
})

test('no control that has the focus lies behind the bar', async ({ page, academy }) => {
  const course = await makeCourse(academy.db, {
    title: newTitle('Full of Links'),
    description: Array.from({ length: 12 }, (_, at) => `[Link ${at}](/bundles)`).join('\n\n'),
    modules: [['https://videos.example/one.mp4', 'https://videos.example/two.mp4']],
    lesson: { isPreview: true },
    page: {
      questions: Array.from({ length: 8 }, (_, at) => ({ question: `Why ${at}?`, answer: 'So.' })),
    },
  })
  for (const { width, height, percent } of [
    { width: 360, height: 640, percent: 100 },
    { width: 640, height: 400, percent: 150 },
  ]) {
    await page.setViewportSize({ width, height })
    await page.goto(`/course/${course.id}`)
    await page.addStyleTag({ content: `html { font-size: ${percent}% !important }` })
    await expect(page.getByRole('heading', { name: 'What is inside' })).toBeVisible()
    await page.evaluate(() => window.scrollTo(0, 0))
    await page.getByRole('main').evaluate((main) => main.focus({ preventScroll: true }))
    const seen: string[] = []
    while (seen.at(-1) !== '') {
      await page.keyboard.press('Tab')
      seen.push(await page.evaluate(tellHidden))
    }
    expect(seen.length).toBeGreaterThan(20)
    expect.soft(seen.filter((name) => name.startsWith('Hidden:'))).toEqual([])
  }
})

/** In the page: the name of what has the focus, and whether anything else lies on it; empty below the main part. */
function tellHidden(): string {
  const focused = document.activeElement
  if (!focused?.closest('main')) return ''
  const { left, top, width, height, bottom } = focused.getBoundingClientRect()
  const inside = (share: number) => Math.min(Math.max(top + height * share, 0), innerHeight - 1)
  const points = [inside(0.1), inside(0.5), Math.min(bottom, innerHeight) - 2]
  const isSeen = points.some((y) => {
    const there = document.elementFromPoint(left + width / 2, y)
    return there !== null && (focused.contains(there) || there.contains(focused))
  })
  return `${isSeen ? '' : 'Hidden: '}${focused.tagName} ${focused.textContent?.slice(0, 40)}`
}

/** What stays at the bottom edge around the button. */
async function measureBar(page: Page): Promise<{ partOfHeight: number; letterInPx: number }> {
  const purchase = page.getByRole('main').getByRole('button', { name: 'Purchase Now' }).first()
  // Below the header, which large letters make as high as a small screen.
  await page.evaluate(() => window.scrollTo(0, window.innerHeight))
  await expect(purchase).toBeInViewport({ ratio: 1 })
  return purchase.evaluate((button) => {
    let bar: Element | null = button
    while (bar !== null && getComputedStyle(bar).position !== 'sticky') bar = bar.parentElement
    const { height = Number.NaN } = bar?.getBoundingClientRect() ?? {}
    const letterInPx = Number.parseFloat(getComputedStyle(button).fontSize)
    return { partOfHeight: height / innerHeight, letterInPx }
  })
}
