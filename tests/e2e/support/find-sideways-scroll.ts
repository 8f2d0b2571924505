import type { Page } from '@playwright/test'

/** What sticks out to a side, if the page can be scrolled sideways. */
export function findSidewaysScroll(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const isClipped = (element: Element): boolean => {
      const { parentElement } = element
      if (parentElement === null || parentElement === document.body) return false
      return getComputedStyle(parentElement).overflowX !== 'visible' || isClipped(parentElement)
    }
    const outside = Array.from(document.body.querySelectorAll('*'))
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect()
        return left < -1 || right > clientWidth + 1
      })
      .filter((element) => !isClipped(element))
      .map(
        (element) => `${element.tagName} ${element.className} ${element.textContent.slice(0, 40)}`,
      )
    return [`${scrollWidth} > ${clientWidth}`, ...outside.slice(-8)]
  })
}
