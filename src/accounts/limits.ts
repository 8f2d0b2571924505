import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { Refusal } from '../http/problem.ts'

/** Counts tries in the database, so a limit holds across every server process. */
export interface Limit {
  /** Takes one try, before the work it guards. Refused with `too_many_tries` when none is left. */
  take(key: string): Promise<void>
  /** Gives back a try that turned out rightful. */
  giveBack(key: string): Promise<void>
}

export interface Limits {
  loginByEmail: Limit
  loginByIp: Limit
  adminLoginByEmail: Limit
  adminLoginByIp: Limit
  mailByEmail: Limit
  /** One code a minute, when asked again. */
  resendByEmail: Limit
  signUpByIp: Limit
  codeByIp: Limit
}

const minute = 60
const hour = 60 * minute

/**
 * Limits by address are tight, limits by IP wide: a mobile network puts thousands of people behind
 * one address.
 */
export function createLimits(pool: pg.Pool): Limits {
  const limit = (keyPrefix: string, points: number, durationInSeconds: number): Limit =>
    createLimit(pool, { keyPrefix, points, durationInSeconds })
  return {
    loginByEmail: limit('login-email', 10, 15 * minute),
    loginByIp: limit('login-ip', 300, 15 * minute),
    adminLoginByEmail: limit('admin-login-email', 5, 15 * minute),
    adminLoginByIp: limit('admin-login-ip', 50, 15 * minute),
    mailByEmail: limit('mail-email', 10, hour),
    resendByEmail: limit('resend-email', 1, minute),
    signUpByIp: limit('sign-up-ip', 1000, hour),
    codeByIp: limit('code-ip', 600, hour),
  }
}

interface LimitOptions {
  keyPrefix: string
  points: number
  durationInSeconds: number
}

function createLimit(pool: pg.Pool, options: LimitOptions): Limit {
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: options.keyPrefix,
    points: options.points,
    duration: options.durationInSeconds,
  })
  return {
    take: async (key) => {
      try {
        await limiter.consume(key.slice(0, 200))
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        throw new Refusal('too_many_tries', { retryAfterInSeconds: error.msBeforeNext / 1000 })
      }
    },
    giveBack: async (key) => {
      await limiter.reward(key.slice(0, 200))
    },
  }
}
