import fc from 'fast-check'
import { createPath, resolvePath } from 'react-router'
import { describe, expect, it } from 'vitest'
import { complaintPaths } from '../../complaints/complaint-paths.ts'
import { readNext, whereToGo, whereToGoFirst } from './where-to-go.ts'

const learner = { is_admin: false }
const admin = { is_admin: true }

describe('after signing in', () => {
  it('an administrator goes to the dashboard, wherever they came from', () => {
    expect(whereToGo(admin, null)).toBe('/admin')
    expect(whereToGo(admin, '/my-courses')).toBe('/admin')
  })

  it('a learner goes where they were going, or to their courses', () => {
    expect(whereToGo(learner, '/course/ai-reels')).toBe('/course/ai-reels')
    expect(whereToGo(learner, null)).toBe('/my-courses')
  })

  it('who came from the start page goes to their courses', () => {
    expect(whereToGo(learner, '/')).toBe('/my-courses')
  })

  it('who has just signed up goes to the start page, wherever they came from', () => {
    for (const next of [null, '/', '/course/ai-reels', '/about?x=1', '/admin', '/bundles/b1']) {
      expect(whereToGoFirst(learner, next, { isBuying: false })).toBe('/')
    }
  })

  it('who signed up for a purchase or a guarded page goes there', () => {
    expect(whereToGoFirst(learner, '/course/ai-reels', { isBuying: true })).toBe('/course/ai-reels')
    for (const next of ['/my-courses?tab=payments', '/certificate/ai-reels']) {
      expect(whereToGoFirst(learner, next, { isBuying: false })).toBe(next)
    }
  })

  it('a learner is not sent to the dashboard, which would send them back to the login', () => {
    expect(whereToGo(learner, '/admin')).toBe('/my-courses')
  })

  it.each([
    `${complaintPaths.page}?id=c1&token=x`,
    '/Admin/complaint/#answer',
    '/administration',
    '/admin-stories?x=1',
  ])('a learner is brought back to %s', (next) => {
    expect(whereToGo(learner, next)).toBe(next)
  })

  it.each([complaintPaths.office, '/ADMIN/?x=1', '/admin/complaint/x', '/admin#complaint'])(
    'a learner is not sent to %s, which is the office’s',
    (next) => {
      expect(whereToGo(learner, next)).toBe('/my-courses')
    },
  )

  it('reads the way from the navigation or from the address', () => {
    expect(readNext({ state: { next: '/my-courses?tab=payments' }, search: '' })).toBe(
      '/my-courses?tab=payments',
    )
    expect(readNext({ state: null, search: '?next=%2Fcourse%2Fx' })).toBe('/course/x')
    expect(readNext({ state: { next: '/course/x?lesson=2#notes' }, search: '' })).toBe(
      '/course/x?lesson=2#notes',
    )
    expect(readNext({ state: { next: 7 }, search: '' })).toBeNull()
  })

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'my-courses',
    '/login',
    '/signup?x=1',
  ])('nobody is sent to %s', (next) => {
    expect(readNext({ state: { next }, search: '' })).toBeNull()
  })
})

describe('whatever ?next= says', () => {
  const ours = 'https://academy.example'
  const pieces = [
    '/',
    '//',
    '\\',
    '.',
    '..',
    './',
    '/.',
    ':',
    '@',
    '?',
    '#',
    '%2f',
    '%5c',
    '%2e',
    '%09',
    '\t',
    '\n',
    '\r',
    ' ',
    '\u0000',
    'host',
    'evil.example',
    'https:',
    'javascript:',
    'data:',
    'login',
    'LOGIN',
    'course',
    'é',
    '／',
    '＼',
    '。',
    '\u200b',
    '[',
    ']',
    '%',
    'a',
  ]
  const next = fc.oneof(
    fc.array(fc.constantFrom(...pieces), { maxLength: 10 }).map((parts) => parts.join('')),
    fc.array(fc.constantFrom(...pieces), { maxLength: 10 }).map((parts) => `/${parts.join('')}`),
    fc.string({ unit: 'binary' }).map((text) => `/${text}`),
    fc.webUrl(),
  )

  it('the destination has our origin, as the browser and the router read it', () => {
    fc.assert(
      fc.property(next, fc.boolean(), (given, byState) => {
        const location = byState
          ? { state: { next: given }, search: '' }
          : { state: null, search: `?${new URLSearchParams({ next: given })}` }
        const destination = whereToGo(learner, readNext(location))

        expect(destination).toMatch(/^\/(?![/\\])/)
        expect(new URL(destination, ours).origin).toBe(ours)
        const routed = createPath(resolvePath(destination, '/login'))
        expect(new URL(routed, ours).origin).toBe(ours)
        expect(readNext({ state: { next: destination }, search: '' }) ?? '/').toBe(destination)
      }),
      { numRuns: 5_000 },
    )
  })

  it.each([
    '/.//evil.example/x',
    '/..//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    '/./\\evil.example',
    '/\t//evil.example',
    '/\n/evil.example',
    '/.\t//evil.example',
    '/a/%2e%2e//evil.example',
  ])('nobody is sent away by %j', (given) => {
    expect(readNext({ state: null, search: `?${new URLSearchParams({ next: given })}` })).toBeNull()
  })

  it.each(['/login/', '/LOGIN', '/signup//'])('nobody is led in a circle by %s', (given) => {
    expect(readNext({ state: { next: given }, search: '' })).toBeNull()
  })
})
