import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Takes the place of axe's own text, of a megabyte, in a page that has it already. */
const nothing = 'void 0'

/** One line for each thing that axe complains about; all its rules unless some are named. */
export async function listViolations(page: Page, rules?: string[]): Promise<string[]> {
  await settle(page)
  const axeSource = (await hasAxe(page)) ? nothing : undefined
  const axe = new AxeBuilder({ page, ...(axeSource && { axeSource }) })
    .setLegacyMode() // our pages are one document each, or frame their own
    .options({ resultTypes: ['violations'] })
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  )
}

/** Colours of another scheme have come once two frames are drawn and nothing moves any more. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const drawFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    await drawFrame()
    await drawFrame()
    const finite = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(finite.map(({ finished }) => finished))
  })
}

async function hasAxe(page: Page): Promise<boolean> {
  const frames = await Promise.all(
    page.frames().map((frame) => frame.evaluate(() => 'axe' in window)),
  )
  return frames.every((has) => has)
}
