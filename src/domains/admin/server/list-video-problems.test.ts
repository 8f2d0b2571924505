import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { makeAdmin, makeCourse } from '../../../../tests/support/factories.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { listVideoProblems } from '../contract.ts'

/** Answers like YouTube's and Vimeo's oEmbed, by what the video's id ends with. */
const provider = createServer((request, response) => {
  const page = new URL(request.url ?? '/', 'http://provider').searchParams.get('url') ?? ''
  const status = Number(/(\d{3})$/.exec(page)?.[1] ?? 200)
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(status === 200 && page.includes('vimeo') ? '{"domain_status_code":403}' : '{}')
})
await new Promise<void>((resolve) => void provider.listen(0, '127.0.0.1', resolve))
const providerUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/oembed` // it listens on a port
const server = await startTestServer({
  env: { YOUTUBE_OEMBED_URL: providerUrl, VIMEO_OEMBED_URL: providerUrl },
})
const admin = await makeAdmin(server.db)
afterAll(async () => {
  await server.close()
  provider.close()
})

test('an administrator hears which lessons of a new course nobody could play', async () => {
  expect(
    await problemsOf([
      'https://youtu.be/abcdefgh200',
      'https://youtu.be/abcdefgh401',
      'https://youtu.be/abcdefgh403',
      'https://youtu.be/abcdefgh404',
      'https://vimeo.com/76979000200',
      '/media/demo/cut-on-the-beat.mp4',
    ]),
  ).toEqual([
    '“Video 2” may not be played outside YouTube. Its owner, its age limit or its licence forbids it.',
    '“Video 3” is private on YouTube.',
    '“Video 4” has been removed from YouTube, or is private there.',
    '“Video 5” may not be played outside Vimeo. Its owner, its age limit or its licence forbids it.',
  ])
})

test('a provider in trouble has no opinion', async () => {
  expect(
    await problemsOf(['https://youtu.be/abcdefgh503', 'https://youtu.be/abcdefgh429']),
  ).toEqual([])
})

test('a provider that cannot be reached has no opinion', async () => {
  provider.closeAllConnections()
  provider.close()

  expect(await problemsOf(['https://youtu.be/abcdefgh404'])).toEqual([])
})

async function problemsOf(links: string[]): Promise<string[]> {
  const course = await makeCourse(server.db, { modules: [links] })
  const { problems } = await server.as(admin)(listVideoProblems, { params: { id: course.id } })
  return problems.map(({ message }) => message)
}
