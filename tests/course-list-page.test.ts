import { afterAll, expect, test } from 'vitest'
import { makeCourse } from './support/factories.ts'
import { startTestServer } from './support/start-test-server.ts'

const server = await startTestServer({
  env: { SANDBOX: 'public', PUBLIC_URL: 'https://academy.test' },
  pages: true,
})
afterAll(() => server.close())

test('a visitor finds the newest course at the top of the list', async () => {
  const older = await makeCourse(server.db, { title: 'The older course' })
  const newer = await makeCourse(server.db, { title: 'The newer course' })

  const page = await (await server.fetch('/courses')).text()

  expect(page).toContain(`href="/course/${older.id}"`)
  expect(page.indexOf(`href="/course/${newer.id}"`)).toBeLessThan(
    page.indexOf(`href="/course/${older.id}"`),
  )
})
