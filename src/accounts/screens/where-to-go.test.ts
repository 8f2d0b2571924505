import { describe, expect, it } from 'vitest'
import { readNext, whereToGo } from './where-to-go.ts'

const learner = { is_admin: false }
const admin = { is_admin: true }

describe('after signing in', () => {
  it('an administrator goes to the dashboard, wherever they came from', () => {
    expect(whereToGo(admin, null)).toBe('/admin')
    expect(whereToGo(admin, '/my-courses')).toBe('/admin')
  })

  it('a learner goes where they were going, or to the start', () => {
    expect(whereToGo(learner, '/course/ai-reels')).toBe('/course/ai-reels')
    expect(whereToGo(learner, null)).toBe('/')
  })

  it('a learner is not sent to the dashboard, which would send them back to the login', () => {
    expect(whereToGo(learner, '/admin')).toBe('/')
  })

  it('reads the way from the navigation or from the address', () => {
    expect(readNext({ state: { next: '/my-courses?tab=payments' }, search: '' })).toBe(
      '/my-courses?tab=payments',
    )
    expect(readNext({ state: null, search: '?next=%2Fcourse%2Fx' })).toBe('/course/x')
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
