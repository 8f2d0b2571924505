import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCourse } from './support/factories.ts'
import { measureAsyncWork } from './support/measure-work.ts'
import { startTestServer } from './support/start-test-server.ts'

const server = await startTestServer({
  pages: true,
  env: { PUBLIC_URL: 'https://academy.test', SANDBOX: 'public' },
})
afterAll(() => server.close())

/** Every screen with an id in its address, and the addresses that no screen has. */
const routes = readFileSync(new URL('../src/routes.ts', import.meta.url), 'utf8')
const withId = Array.from(routes.matchAll(/route\('([^']*\/):\w+'/g), ([, folder]) => `/${folder}`)
const named = withId.map((folder) => folder.replace(':course_id', 'any'))
const folders = [...named, '/verify/', '/', '/no/such/']
/** They ask by themselves who is there, and only then for what the id names. */
const signedInFolders = new Set(['/certificate/', '/admin/courses/', '/admin/courses/any/'])

const madeUpId = () => randomBytes(8).toString('hex')

describe('somebody who makes up ids', () => {
  test('has four screens to try them on, and one where an id may be left out', () => {
    expect(withId).toEqual([
      '/course/',
      '/certificate/',
      '/admin/courses/',
      '/admin/courses/:course_id/',
    ])
  })

  test.each(folders)('gets the same page for each of them below %s', async (folder) => {
    const awkward = ['%00', '-', '%20', 'x'.repeat(300), 'a%3Fb', '%F0%9F%92%A5']
    const undecodable = ['100%', '%E0%A4%A']
    const ids = [madeUpId(), madeUpId(), ...awkward, ...undecodable]

    const pages = await Promise.all(ids.map((id) => read(folder + id)))
    const asData = await Promise.all(ids.map((id) => read(`${folder}${id}.data`)))

    expect(new Set(pages).size).toBe(1)
    expect(new Set(asData).size).toBe(1)
    expect(pages[0]).toMatch(signedInFolders.has(folder) ? /^200/ : /^404/)
  })

  describe('costs far less than a rendering', () => {
    let rendered = 0
    beforeAll(async () => {
      const courses = await Promise.all(Array.from({ length: 40 * 2 }, () => makeCourse(server.db)))
      const paths = courses.map(({ id }) => `/course/${id}`)
      await workInMs(paths.splice(0, 41)) // by then the engine has made it as quick as it can
      rendered = await leastWorkInMs(() => paths.splice(0, 13))
    })

    test.each(folders)('below %s', async (folder) => {
      await read(folder + madeUpId())

      const madeUp = await leastWorkInMs(() =>
        Array.from({ length: 13 }, () => folder + madeUpId()),
      )

      expect(madeUp).toBeLessThan(rendered / 3)
    })
  })
})

/** What else the thread does meanwhile, such as sweeping, comes on top: the least of three tells. */
async function leastWorkInMs(choosePaths: () => string[]): Promise<number> {
  const works: number[] = []
  for (let round = 0; round < 3; round += 1) works.push(await workInMs(choosePaths()))
  return Math.min(...works)
}

async function read(path: string): Promise<string> {
  const answer = await server.fetch(path)
  return `${answer.status} ${await answer.text()}`
}

function workInMs(paths: string[]): Promise<number> {
  return measureAsyncWork(async () => {
    for (const path of paths) await read(path)
  })
}
