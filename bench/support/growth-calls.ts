import { courseOf, idOf, tokenOf, videoOf } from './fill-database.ts'
import { writeRequest } from './run-load.ts'

export interface GrowthCall {
  name: string
  connections: number
  requests: string[]
}

const asked = 5_000

/** The calls whose cost could grow with the number of learners, each asked by learners at random. */
export function growthCalls(learners: number): GrowthCall[] {
  const people = Array.from({ length: asked }, () => 1 + Math.floor(Math.random() * learners))
  const byLearners = (name: string, write: (learner: number) => string): GrowthCall => ({
    name,
    connections: 1,
    requests: people.map(write),
  })
  const read = (name: string, route: (learner: number) => string) =>
    byLearners(`GET ${name}`, (n) => writeRequest(`GET ${route(n)}`, { token: tokenOf(n) }))
  const byAdmin = (name: string, paths: string[]): GrowthCall => ({
    name: `admin: ${name}`,
    connections: 1,
    requests: paths.map((path) =>
      writeRequest(`GET /api/admin/payments${path}`, { token: tokenOf(1) }),
    ),
  })
  const some = people.slice(0, 200)
  const body = { position: 151, duration: 300, played: [[150, 151]] }
  return [
    { name: 'GET /courses', connections: 1, requests: [writeRequest('GET /courses')] },
    read('/api/auth/profile', () => '/api/auth/profile'),
    read('/api/my-courses', () => '/api/my-courses'),
    read('/api/courses/{id}', (n) => `/api/courses/${courseOf(n)}`),
    read('/api/courses/{id}/progress', (n) => `/api/courses/${courseOf(n)}/progress`),
    read('/api/my-payments', () => '/api/my-payments'),
    byLearners('PUT …/progress', (n) =>
      writeRequest(
        `PUT /api/courses/${courseOf(n, 1)}/videos/${videoOf(courseOf(n, 1), n % 10)}/progress`,
        {
          token: tokenOf(n),
          body,
        },
      ),
    ),
    byAdmin('the newest thousand payments', ['']),
    byAdmin('first page', ['/page']),
    byAdmin('page 40, by amount', ['/page?page=40&sort=amount']),
    byAdmin('by name of the buyer', ['/page?sort=user&direction=asc']),
    byAdmin('failed only', ['/page?status=failed']),
    byAdmin(
      'search for an e-mail',
      some.map((n) => `/page?search=learner${n}@bench.test`),
    ),
    byAdmin(
      'search for a piece of a name',
      some.map((n) => `/page?search=${idOf(n).slice(-3)}ab`),
    ),
    byAdmin('search for what everybody has', ['/page?search=learner']),
    byAdmin('search for a course', ['/page?search=Course+number+7']),
    byAdmin('search for nothing that exists', ['/page?search=nobody+at+all']),
    {
      name: 'admin: fix pending payments',
      connections: 1,
      requests: [writeRequest('POST /api/admin/fix-payment-status', { token: tokenOf(1) })],
    },
  ]
}
