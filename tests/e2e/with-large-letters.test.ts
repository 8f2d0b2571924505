import type { Page } from '@playwright/test'
import { findWorld, screens } from './support/screens.ts'
import { expect, test } from './support/test.ts'

const widthsInPx = [320, 360, 390]

test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const screen of screens) {
  test(`${screen.name}: fits a phone of somebody who has doubled the letters`, async ({
    page,
    academy,
    watch,
  }) => {
    await screen.open(page, await findWorld(academy), watch)
    await page.addStyleTag({ content: 'html { font-size: 200% !important }' })

    for (const width of widthsInPx) {
      await page.setViewportSize({ width, height: 640 })
      expect.soft(await findWhatSticksOut(page), `at ${width} px`).toEqual([])
    }
  })
}

/** The innermost elements that end right of the window, if the page can be scrolled sideways. */
function findWhatSticksOut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const outside = Array.from(document.querySelectorAll<HTMLElement>('body :not(svg, svg *)'))
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map(({ tagName, className, textContent }) => `${tagName} ${className} ${textContent}`)
    return [`${scrollWidth} > ${clientWidth}`, ...outside.slice(-6)]
  })
}
