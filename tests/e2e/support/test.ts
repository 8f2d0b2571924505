import { test as base } from '@playwright/test'
import { createApiClient, type SendRequest } from '../../../src/http/api-client.ts'
import { type Database, openDatabase } from '../../../src/platform/database/database.ts'
import { readRunningProduct } from './running-product.ts'
import { type Watch, watchContext } from './watch-context.ts'

export { expect } from '@playwright/test'

/** A running product, and what one may ask of it. */
export interface Site {
  url: string
  as(person: { token: string } | null): SendRequest
}

export interface Academy extends Site {
  /** The payment provider's stand-in. */
  razorpayUrl: string
  /** Another academy: a name of its own, sign-in by Google, and no courses yet. */
  firstDay: Site
  /** For the rows a test needs; what it proves goes through the browser. */
  db: Database
  /** What Google would hand to the page for this account. */
  signGoogleCredential(claims: {
    sub: string
    email: string
    name: string
    nonce: string
  }): Promise<string>
}

interface TestFixtures {
  /** Fails the test on any complaint of the browser and on any call to the world outside. */
  watch: Watch
}

export const test = base.extend<TestFixtures, { academy: Academy }>({
  academy: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads what is needed from the pattern
    async ({}, use) => {
      const { url, razorpayUrl, databaseUrl, signerUrl, firstDayUrl } = readRunningProduct()
      const database = openDatabase({ url: databaseUrl, poolSize: 2, onIdleError: () => undefined })
      await use({
        ...siteAt(url),
        razorpayUrl,
        firstDay: siteAt(firstDayUrl),
        db: database.db,
        signGoogleCredential: async (claims) => {
          const query = new URLSearchParams({ claims: JSON.stringify(claims) })
          return (await fetch(`${signerUrl}/?${query}`)).text()
        },
      })
      await database.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ academy }, use) => use(academy.url),
  watch: [
    async ({ context }, use) => {
      const watch = watchContext(context)
      await use(watch)
      watch.expectNothing()
      // What is still under way through a stub is nobody's failure.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
    },
    { auto: true },
  ],
})

export function siteAt(url: string): Site {
  return {
    url,
    as: (person) => createApiClient({ baseUrl: url, readToken: () => person?.token ?? null }),
  }
}
