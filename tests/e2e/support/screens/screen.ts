import type { Page } from '@playwright/test'
import { showFewRows } from '../few-rows.ts'
import { signIn } from '../people.ts'
import type { Watch } from '../watch-context.ts'
import type { World } from './world.ts'

export interface Screen {
  name: string
  /** Brings the page to the screen, and waits until it is all there. */
  open: (page: Page, world: World, watch: Watch) => Promise<void>
}

export function publicPage(path: string): Screen {
  return {
    name: path,
    open: async (page) => {
      await page.goto(path)
      // What depends on a session is shown once the scripts have looked for one.
      await page.getByRole('heading', { level: 1 }).waitFor()
    },
  }
}

export function ownPage(
  name: string,
  who: 'newcomer' | 'graduate' | 'admin' | 'support',
  path: string | ((world: World) => string),
  settle: (page: Page, watch: Watch) => Promise<unknown>,
): Screen {
  return {
    name,
    open: async (page, world, watch) => {
      await showFewRows(page)
      await signIn(page, world.academy, world[who], typeof path === 'string' ? path : path(world))
      await settle(page, watch)
    },
  }
}
