import { letterOf } from './fill-admin.ts'
import { actorOf, commonAct } from './fill-books.ts'
import { asks, questionOf } from './fill-classroom.ts'
import { courseOf, emailOf, filling, idOf, tokenOf, videoOf } from './fill-database.ts'
import { writeRequest } from './run-load.ts'

export interface GrowthCall {
  name: string
  connections: number
  requests: string[]
}

const asked = 5_000
/** So many watch at the same time, and report again and again. */
const watching = 1_000

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
  const byStaff = (name: string, paths: string[]): GrowthCall => ({
    name,
    connections: 1,
    requests: paths.map((path) => writeRequest(`GET /api/admin/${path}`, { token: tokenOf(1) })),
  })
  const byDesk = (name: string, path: string): GrowthCall =>
    byStaff(`money desk: ${name}`, [`desk/${path}`])
  const some = people.slice(0, 200)
  const today = new Date().toISOString().slice(0, 10)
  return [
    { name: 'GET /courses', connections: 1, requests: [writeRequest('GET /courses')] },
    read('/api/auth/profile', () => '/api/auth/profile'),
    read('/api/my-courses', () => '/api/my-courses'),
    read('/api/courses/{id}', (n) => `/api/courses/${courseOf(n)}`),
    read('/api/courses/{id}/progress', (n) => `/api/courses/${courseOf(n)}/progress`),
    read('/api/my-payments', () => '/api/my-payments'),
    read('/api/my-sessions', () => '/api/my-sessions'),
    read('/api/auth/security', () => '/api/auth/security'),
    read('/api/my-data/erasure', () => '/api/my-data/erasure'),
    read('/api/my-data/exports', () => '/api/my-data/exports'),
    read('/api/my-complaints', () => '/api/my-complaints'),
    read('/api/my-children', () => '/api/my-children'),
    ...classroomCalls(read),
    {
      name: 'GET /api/questions/{id}',
      connections: 1,
      requests: people
        .filter(asks)
        .map((n) => writeRequest(`GET /api/questions/${questionOf(n)}`, { token: tokenOf(n) })),
    },
    {
      name: 'PUT …/progress, first of a session',
      connections: 1,
      requests: firstReports(learners),
    },
    {
      name: 'PUT …/progress, every next one',
      connections: 1,
      requests: people.slice(0, watching).map((n) => writeReport(n, 1, n % 10)),
    },
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
    byDesk('summary', 'summary'),
    byDesk('refunds on the way', 'refunds'),
    byDesk('open disputes', 'disputes'),
    byDesk('settlements', 'settlements'),
    byDesk('open differences', 'differences'),
    byDesk('resolved differences', 'differences?state=resolved'),
    byDesk('disputes that are over', 'disputes?state=over'),
    byStaff('coupons: newest', ['coupons']),
    byStaff('coupons: from the middle', [`coupons?cursor=${Math.ceil(learners / 2)}`]),
    byStaff(
      'coupons: one of them',
      some.map((n) => `coupons/BENCH${n}`),
    ),
    byStaff('audit log: newest', ['audit']),
    byStaff(
      'audit log: from anywhere',
      some.map((n) => `audit?cursor=${n}`),
    ),
    byStaff(
      'audit log: of one person',
      some.map((n) => `audit?actor=${idOf(actorOf(n))}`),
    ),
    byStaff('audit log: of one act', [`audit?act=${encodeURIComponent(commonAct)}`]),
    byStaff('audit log: of one day', [`audit?from=${today}&to=${today}`]),
    byStaff(
      'audit log: search for one subject',
      some.map((n) => `audit?search=subject-${n}.`),
    ),
    byStaff('audit log: search for what every row has', ['audit?search=bench']),
    byStaff('audit log: search for nothing that exists', ['audit?search=nobody+at+all']),
    ...learnersCalls(byStaff, some),
    ...insightCalls(byStaff, today),
    byStaff('questions: waiting', ['questions']),
    byStaff('questions: all', ['questions?filter=all']),
    byStaff('questions: how many wait', ['questions-waiting']),
    byStaff('reviews: without an answer', ['reviews']),
    byStaff('reviews: all', ['reviews?filter=all']),
    byStaff('assignments: waiting', ['submissions']),
    byStaff('assignments: all', ['submissions?filter=all']),
    byStaff('assignments: how many wait', ['submissions-waiting']),
    byStaff('quizzes: figures of one', ['courses/course-3/quizzes/course-3-video-0/figures']),
    byStaff('letters: newest', ['letters']),
    byStaff('complaints: open', ['complaints']),
    byStaff('complaints: those due', ['complaints-due']),
    byStaff('letters: preview', [`letters/${letterOf.everybody}/preview`]),
    ...Object.entries(letterOf).map(([audience, id]) =>
      byStaff(`letters: count ${audience.replace('_', ' ')}`, [`letters/${id}/readers`]),
    ),
  ]
}

function classroomCalls(
  read: (name: string, route: (learner: number) => string) => GrowthCall,
): GrowthCall[] {
  const inCourse = (name: string, rest = name) =>
    read(`/api/courses/{id}/${name}`, (n) => `/api/courses/${courseOf(n)}/${rest}`)
  const inLesson = (name: string) =>
    read(
      `/api/courses/{id}/videos/{id}/${name}`,
      (n) => `/api/courses/${courseOf(n)}/videos/${videoOf(courseOf(n), 0)}/${name}`,
    )
  return [
    read('/api/my-notes', () => '/api/my-notes'),
    read('/api/my-notes?q=…', () => '/api/my-notes?q=beats'),
    read(
      '/api/my-notes, of a lesson',
      (n) => `/api/my-notes?course_id=${courseOf(n)}&video_id=${videoOf(courseOf(n), 0)}`,
    ),
    inCourse('questions'),
    read('/api/courses/{id}/questions, of a lesson', (n) => {
      const course = courseOf(n)
      return `/api/courses/${course}/questions?video_id=${videoOf(course, 0)}`
    }),
    inCourse('questions?own=true'),
    inCourse('questions?similar_to=…', 'questions?similar_to=Which+phone'),
    inCourse('quizzes'),
    inLesson('quiz'),
    inCourse('reviews'),
    inCourse('my-review'),
    inCourse('assignments'),
    inLesson('assignment'),
    read('/api/my-assignments', () => '/api/my-assignments'),
    read('/api/my-account/study-plan', () => '/api/my-account/study-plan'),
  ]
}

type ByStaff = (name: string, paths: string[]) => GrowthCall

function learnersCalls(byStaff: ByStaff, some: number[]): GrowthCall[] {
  const list = (name: string, ...queries: string[]) =>
    byStaff(
      `learners: ${name}`,
      queries.map((query) => `learners?${query}`),
    )
  return [
    list('newest', ''),
    list('from anywhere', ...some.map((n) => `cursor=${idOf(n)}`)),
    list('by name', 'sort=name'),
    list('by name, from anywhere', ...some.map((n) => `sort=name&cursor=${idOf(n)}`)),
    list('never started, one in a thousand', 'filter=never_started'),
    list('never started, by name', 'filter=never_started&sort=name'),
    list('stalled, one in three', 'filter=stalled'),
    list('refunded, one in twenty', 'filter=refunded'),
    list('who has a course', 'has_course=course-3'),
    // Course 8 is the first one of a few who never started; course 3 of nobody.
    list('has not started a course, one in a thousand', 'has_course=course-8&filter=never_started'),
    list('has not started a course, nobody', 'has_course=course-3&filter=never_started'),
    list('stalled in a course', 'has_course=course-3&filter=stalled'),
    list('search for an e-mail', ...some.map((n) => `search=${emailOf(n)}`)),
    list('search for a piece of a name', ...some.map((n) => `search=${idOf(n).slice(-3)}ab`)),
    list('search for two letters', 'search=le', 'search=zz'),
    list('search for what everybody has', 'search=learner'),
    list('search for what everybody has, stalled', 'search=learner&filter=stalled'),
    list('search for nothing that exists', 'search=nobody+at+all'),
    list('search for a certificate', ...some.map((n) => `search=BENCH-${n}`)),
    list('search for every payment', 'search=pay_'),
    byStaff(
      'learners: one person',
      some.map((n) => `learners/${idOf(n)}`),
    ),
  ]
}

function insightCalls(byStaff: ByStaff, today: string): GrowthCall[] {
  const year = `from=${Number(today.slice(0, 4)) - 1}${today.slice(4)}&to=${today}`
  return [
    byStaff('insight: today and this month', ['insight/today']),
    byStaff('insight: revenue of a year', [`insight/revenue?${year}`]),
    byStaff('insight: funnel of a year', [`insight/funnel?${year}`]),
    byStaff('insight: completion', ['insight/completion']),
    byStaff('insight: lessons of a course', ['insight/lessons?course_id=course-3']),
    byStaff('insight: retention of a lesson', ['insight/retention?video_id=course-3-video-3']),
  ]
}

/** More viewings, asked in turn, than a process remembers: none of them is found there. */
function firstReports(learners: number): string[] {
  const viewings = Array.from({ length: 20_000 }, (_, place) => place)
  return viewings.map((place) => {
    const n = 1 + Math.floor(Math.random() * learners)
    return writeReport(n, place % filling.coursesOfLearner, Math.floor(place / 3) % 10)
  })
}

function writeReport(learner: number, place: number, video: number): string {
  const course = courseOf(learner, place)
  return writeRequest(`PUT /api/courses/${course}/videos/${videoOf(course, video)}/progress`, {
    token: tokenOf(learner),
    body: { position: 151, duration: 300, played: [[150, 151]] },
  })
}
