import { expect, test } from 'vitest'
import type { PublicSite } from '../http/page-context.ts'
import { policyHeaders } from '../http/server/pages/page-headers.ts'
import { readSettings } from '../platform/settings.ts'
import { chooseGoogle } from './choose-google.ts'

const standIn = 'http://127.0.0.1:3001'
const real = {
  RAZORPAY_KEY_ID: 'rzp_test_1',
  RAZORPAY_KEY_SECRET: 'secret',
  SMTP_URL: 'smtp://mail.example',
}
const choose = (env: Record<string, string>) => chooseGoogle(readSettings(env), standIn)

test('on a fresh clone the stand-in vouches for people', () => {
  expect(choose({})).toEqual({
    clientId: 'sandbox.apps.googleusercontent.test',
    jwksUrl: `${standIn}/google/certs`,
    issuers: [`${standIn}/google`],
    script: `${standIn}/google/client`,
  })
})

test('Google itself does where it is set up, also in a sandbox', () => {
  const google = {
    clientId: 'ours',
    jwksUrl: 'https://www.googleapis.com/oauth2/v3/certs',
    issuers: ['https://accounts.google.com', 'accounts.google.com'],
    script: 'https://accounts.google.com/gsi/client',
  }
  expect(choose({ GOOGLE_CLIENT_ID: 'ours' })).toEqual(google)
  expect(choose({ ...real, GOOGLE_CLIENT_ID: 'ours' })).toEqual(google)
})

test('nobody does where money is real, or where strangers come', () => {
  expect(choose(real)).toBeNull()
  expect(choose({ SANDBOX: 'public', PUBLIC_URL: 'https://try.academy.test' })).toBeNull()
})

test('pages load that script and nothing else of the stand-in, and nothing of Google beside it', () => {
  const policyFor = (google: PublicSite['google']) => {
    const site = { google, publicUrl: 'https://a.test', checkoutScript: 'https://pay.test/c.js' }
    const headers = policyHeaders(site as PublicSite, [])
    return headers['content-security-policy'] ?? ''
  }

  const sandbox = policyFor(choose({}))
  expect(sandbox.split('; ').filter((rule) => rule.includes(standIn))).toEqual([
    `script-src 'self' https://pay.test ${standIn}/google/client`,
  ])
  expect(sandbox).not.toContain('accounts.google.com')
  expect(policyFor(choose({ GOOGLE_CLIENT_ID: 'ours' }))).toContain(
    'frame-src https://www.youtube-nocookie.com https://www.youtube.com https://player.vimeo.com https://pay.test https://accounts.google.com/gsi/',
  )
  expect(policyFor(null)).not.toContain('google')
})

test('only Google’s own button has a policy of its own for the HTML it writes', () => {
  const policiesFor = (google: PublicSite['google']) => {
    const site = { google, publicUrl: 'https://a.test', checkoutScript: 'https://pay.test/c.js' }
    const { 'content-security-policy': policy = '' } = policyHeaders(site as PublicSite, [])
    return /require-trusted-types-for 'script'; trusted-types ([^;]+);/.exec(policy)?.[1]
  }

  expect(policiesFor(choose({}))).toBe('academy default')
  expect(policiesFor(null)).toBe('academy default')
  expect(policiesFor(choose({ GOOGLE_CLIENT_ID: 'ours' }))).toBe('academy default goog#html')
})
