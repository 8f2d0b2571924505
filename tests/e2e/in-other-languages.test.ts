import type { Page } from '@playwright/test'
import { completeCourse, grantCourse, makeCourse, makeLearner } from '../support/factories.ts'
import { newTitle, shortFilm } from './support/courses.ts'
import { findSidewaysScroll } from './support/find-sideways-scroll.ts'
import { hindi } from './support/hindi.ts'
import { listViolations } from './support/list-violations.ts'
import { signIn } from './support/people.ts'
import { buyCourse } from './support/purchases.ts'
import { type Academy, expect, test } from './support/test.ts'
import type { Watch } from './support/watch-context.ts'

// All that is content is in letters of India here, so that whatever is in English is ours.

/** Names that are the same in every language, Google's own button, and what the demo academy is called. */
const names =
  /Kalakriti Academy|Sign in with Google|Continue with Google|UPI|EMI|GSTIN|PDF|PIN|QR|ID|Google|Razorpay|JavaScript|WhatsApp|LinkedIn|Open Badge|English|Module|Video|AI|l\.example|\S+@\S+|https?:\S+|\bpay_\w+|-[\da-f]{10}|[A-Z]{2}[-/][\dA-Z/-]+|\d [ap]m\b|Home End/g

interface World {
  academy: Academy
  learner: { token: string }
  course: { id: string }
  watched: { id: string }
  unowned: { id: string }
}

type Open = (page: Page, world: World, watch: Watch) => Promise<unknown>

const publicPage =
  (path: string | ((world: World) => string)): Open =>
  async (page, world) =>
    page.goto(`/hi${typeof path === 'string' ? path : path(world)}`)

const ownPage =
  (
    path: string | ((world: World) => string),
    settle: (page: Page, watch: Watch) => Promise<unknown>,
  ): Open =>
  async (page, world, watch) => {
    const found = typeof path === 'string' ? path : path(world)
    await signIn(page, world.academy, world.learner, `/hi${found}`)
    await settle(page, watch)
  }

const press = (page: Page, name: string) =>
  page
    .getByRole('button', { name: hindi(name) })
    .first()
    .click()

const screens: [name: string, open: Open][] = [
  ['the start page', publicPage('/')],
  ['the list', publicPage('/courses?search=रील')],
  ['a course', publicPage(({ course }) => `/course/${course.id}#main`)],
  ['the login', publicPage('/login')],
  [
    'a sign-up with everything wrong',
    async (page) => {
      await page.goto('/hi/signup')
      await press(page, 'Sign Up')
      await page.locator('[aria-invalid]').first().waitFor()
    },
  ],
  ['the contact', publicPage('/contact')],
  ['my courses', ownPage('/my-courses', (page) => page.getByRole('article').first().waitFor())],
  [
    'the question before a refund',
    ownPage('/my-courses?tab=payments', async (page) => {
      await page.getByRole('row').nth(1).waitFor()
      await press(page, 'Ask for a refund')
      await page.getByRole('alertdialog').waitFor()
    }),
  ],
  [
    'the account',
    ownPage('/my-courses?tab=details', async (page) => {
      await page.getByLabel(hindi('Full Name')).fill('')
      await press(page, 'Save')
      await page.locator('[aria-invalid]').first().waitFor()
    }),
  ],
  [
    'the State of who buys',
    ownPage(
      ({ unowned }) => `/course/${unowned.id}`,
      async (page, watch) => {
        watch.allow(/409/)
        await page.route('**/api/payment/create-order', (route) =>
          route.fulfill({ status: 409, json: { code: 'buyer_state_missing' } }),
        )
        await press(page, 'Purchase Now')
        await page.getByRole('dialog').getByRole('combobox').waitFor()
      },
    ),
  ],
  [
    'the classroom',
    ownPage(
      ({ course }) => `/course/${course.id}`,
      async (page) => {
        await page.getByRole('button', { name: 'Video 1' }).first().waitFor()
      },
    ),
  ],
  [
    'the player and its keys',
    ownPage(
      ({ course }) => `/course/${course.id}`,
      async (page) => {
        await press(page, 'Play')
        await press(page, 'Pause')
        await page.keyboard.press('?')
        await page.getByRole('dialog').waitFor()
        await press(page, 'Show')
      },
    ),
  ],
  [
    'the name before a certificate',
    ownPage(
      ({ watched }) => `/certificate/${watched.id}`,
      (page) => page.getByRole('button', { name: hindi('Confirm') }).waitFor(),
    ),
  ],
  [
    'a certificate',
    ownPage(
      ({ watched }) => `/certificate/${watched.id}`,
      async (page) => {
        await press(page, 'Confirm')
        await page.getByText(hindi('Congratulations!')).waitFor()
      },
    ),
  ],
  ['the offline page', async (page) => page.goto('/hi/offline')],
]

let world: Promise<World> | undefined

async function makeWorld(academy: Academy): Promise<World> {
  const plan = {
    description: 'एक दिन में **रील**।',
    modules: [[shortFilm, shortFilm]],
    duration: '17 sec',
    lesson: { text: 'एक कलम लाएँ।', links: [{ title: 'पहली लाइनें', url: 'https://l.example' }] },
  }
  const learner = await makeLearner(academy.db, { name: 'मीरा कण्णन', passwordHash: 'none' })
  const [course, watched, bought, unowned] = await Promise.all(
    ['रील', 'कट', 'फ़िल्म', 'खुला'].map((title) =>
      makeCourse(academy.db, { ...plan, title: newTitle(title) }),
    ),
  )
  if (!course || !watched || !bought || !unowned) throw new Error('no courses')
  await grantCourse(academy.db, learner, course)
  await completeCourse(academy.db, learner, watched)
  await buyCourse(academy, learner, bought)
  return { academy, learner, course, watched, unowned }
}

test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const [name, open] of screens) {
  test(`${name} in Hindi, and mirrored with longer texts: no English, no complaint of axe, nothing cut off, and the switch keeps the place`, async ({
    page,
    academy,
    watch,
  }) => {
    world ??= makeWorld(academy)
    await open(page, await world, watch)

    expect.soft(await page.evaluate(listWords).then(findEnglish)).toEqual([])
    expect.soft(await listViolations(page)).toEqual([])
    if (name !== 'the offline page') {
      const { pathname, search, hash } = new URL(page.url())
      const place = (pathname.replace(/^\/hi/, '') || '/') + search + hash
      await expect.soft(page.locator('[data-language=en]').first()).toHaveAttribute('href', place)
    }
    await page.addStyleTag({ content: 'html { font-size: 200% !important }' })
    await page.setViewportSize({ width: 320, height: 640 })
    expect.soft(await findSidewaysScroll(page)).toEqual([])
    expect.soft(await page.evaluate(listCutTexts)).toEqual([])

    // Also of what has come meanwhile.
    expect.soft(await page.evaluate(listWords).then(findEnglish)).toEqual([])
    // What is changed while a part of the page still waits for its scripts, the part would not know.
    if (name !== 'the offline page') await page.waitForFunction(isAlive)
    await page.evaluate(mirrorAndLengthen)
    expect.soft(await findSidewaysScroll(page), 'mirrored').toEqual([])
    expect.soft(await page.evaluate(listCutTexts), 'mirrored').toEqual([])
    expect.soft(await listViolations(page), 'mirrored').toEqual([])
  })
}

test.describe('whose browser asks for Hindi', () => {
  test.use({ locale: 'hi-IN' })

  test('is offered it on an English page, and not again once they said no or chose English', async ({
    page,
  }) => {
    const offer = page.getByRole('link', { name: 'हिन्दी में पढ़ें' })
    await page.goto('/courses?search=x#main')
    await expect(offer).toHaveAttribute('href', '/hi/courses?search=x#main')
    await offer.click()
    await expect(page).toHaveURL('/hi/courses?search=x#main')
    await page.goto('/about')
    await expect(offer).toBeVisible()
    expect(await listViolations(page)).toEqual([])

    await page.getByRole('button', { name: hindi('Close') }).click()
    await expect(offer).toBeHidden()
    await page.goto('/courses')
    await expect(offer).toBeHidden()

    await page.evaluate(() => localStorage.clear())
    await page.goto('/hi/about')
    await page.locator('[data-language=en]').first().click()
    await expect(page).toHaveURL('/about')
    await expect(offer).toBeHidden()
  })
})

test('whose browser asks for English is offered no other language', async ({ page }) => {
  await page.goto('/about')

  await expect(page.locator('[data-offer=hi]')).toBeHidden()
})

function findEnglish(words: string[]): string[] {
  return words.filter((text) => /[A-Za-z]{2,}/.test(text.replaceAll(names, ' ')))
}

/** In the page: what it says, also to those who do not see it, the demo's courses and its film aside. */
function listWords(): string[] {
  const attributes = ['aria-label', 'alt', 'title', 'placeholder', 'aria-valuetext']
  const said = Array.from(document.querySelectorAll('body *')).flatMap((element) => {
    if (element.closest('script, noscript, style, svg, address, ol[lang], li span[lang]')) return []
    if (/AI Reels|Prompt Craft|Voice, Dub/.test(element.closest('li')?.textContent ?? '')) return []
    const own = Array.from(element.childNodes)
      .filter((node) => node.nodeType === Node.TEXT_NODE)
      .map((node) => node.textContent?.trim() ?? '')
    return [...own, ...attributes.map((name) => element.getAttribute(name) ?? '')]
  })
  return [document.title, ...new Set(said)].filter(Boolean)
}

/** In the page: texts that their box hides a part of. Those for listeners only are hidden wholly. */
function listCutTexts(): string[] {
  return Array.from(document.querySelectorAll('body *'))
    .filter((element) => {
      const { overflowX, overflowY, clipPath, position } = getComputedStyle(element)
      if (
        element.clientWidth <= 1 ||
        clipPath !== 'none' ||
        element.matches('select, input, .line-clamp-2')
      )
        return false
      const text = Array.from(element.childNodes).some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      )
      if (!text || position === 'fixed') return false
      const isWide = overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1
      const isHigh = overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 2
      return isWide || isHigh
    })
    .map(
      (element) => `${element.tagName} ${element.className} ${element.textContent?.slice(0, 40)}`,
    )
}

/** In the page: whether the framework has taken over the page and each part that comes by itself. */
function isAlive(): boolean {
  const parts: (Element | null)[] = [document.body]
  const comments = document.createTreeWalker(document.body, NodeFilter.SHOW_COMMENT)
  for (let mark = comments.nextNode(); mark; mark = comments.nextNode()) {
    if (mark instanceof Comment && mark.data.startsWith('$')) parts.push(mark.nextElementSibling)
  }
  return parts.every(
    (part) =>
      !part?.matches(':not(script)') ||
      Object.keys(part).some((key) => key.startsWith('__reactFiber$')),
  )
}

/** In the page: as a language looks that runs from right to left and takes more letters. */
function mirrorAndLengthen(): void {
  document.documentElement.dir = 'rtl'
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.textContent?.trim() || node.parentElement?.closest('script, style, svg')) continue
    node.textContent += ' ¡¡'
  }
}
