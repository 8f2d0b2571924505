import { hash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { ProblemError } from '../../../http/problem.ts'

/** Counts tries in the database, so a limit holds across every server process. */
interface Limit {
  /**
   * Counts also what it refuses. Resolves to how long to wait so that the tries of the limit's time
   * come evenly spread over it.
   */
  take(key: string, points: number): Promise<number>
  giveBack(key: string, points: number): Promise<void>
}

/** One counter of a limit: that of one address, say, or of one address from one network. */
export interface Bucket {
  limit: Limit
  key: string
}

/** The counters of a limit, told apart by what is counted. */
type Buckets = (...counted: string[]) => Bucket

/** docs/decisions/0020: what each of them holds against. */
export interface Limits {
  /** Wrong passwords. Both doors of an administrator count in the same buckets. */
  loginByDevice: Buckets
  loginByAccountAndNetwork: Buckets
  adminLoginByDevice: Buckets
  adminLoginByAccountAndNetwork: Buckets
  loginByAccount: Buckets
  loginByNetwork: Buckets
  /** Wrong codes of an authenticator app: few enough that years of guessing find none. */
  appCodeByDevice: Buckets
  appCodeByAccount: Buckets
  /** Challenges for passkeys. */
  passkeyByNetwork: Buckets
  /** Sign-ups whose code never came back. */
  signUpByNetwork: Buckets
  signUpMailByInboxAndNetwork: Buckets
  signUpMailByInbox: Buckets
  /** One code a minute, when asked again. */
  resendByAttempt: Buckets
  /** Wrong codes, each as often as there were sign-ups to compare it with. */
  wrongCodeByEmailAndNetwork: Buckets
  wrongCodeByEmail: Buckets
  /** Coupons that nobody knows: somebody guesses. By network those of visitors alone. */
  unknownCouponByLearner: Buckets
  unknownCouponByNetwork: Buckets
  /** Beyond these every coupon takes its turn, one a second. */
  couponTurn: Buckets
  /** Lessons that somebody says play for nobody. */
  videoProblemByLearner: Buckets
  /** Words that somebody looks for in all that is said in their courses. */
  transcriptSearchByLearner: Buckets
  /** Questions and answers beside lessons. */
  questionByLearner: Buckets
  answerByLearner: Buckets
  /** Reviews, and what readers report of what others wrote. */
  reviewByLearner: Buckets
  reportByLearner: Buckets
  quizByLearner: Buckets
  /** What is handed in, and files that are uploaded for it. */
  submissionByLearner: Buckets
  submissionUploadByLearner: Buckets
  resetByNetwork: Buckets
  resetMailByInboxAndNetwork: Buckets
  resetMailByInbox: Buckets
  /** Codes for joining two accounts: what one learner asks for, and what others are mailed by it. */
  joinByLearner: Buckets
  joinMailByInbox: Buckets
  /** What is mailed to delete an account, and copies of what is kept about somebody. */
  erasureByLearner: Buckets
  exportByLearner: Buckets
  /** Accounts for children: each costs a hash. */
  childByLearner: Buckets
  /** Who may act for somebody; each change is mailed. */
  nomineeByLearner: Buckets
  /** Complaints: those of a learner, and those of visitors, whose addresses nobody has proved. */
  complaintByLearner: Buckets
  complaintByNetwork: Buckets
  complaintMailByInboxAndNetwork: Buckets
  complaintMailByInbox: Buckets
  complaintReply: Buckets
  /** What browsers report of what a page's policy stopped. */
  cspReportByNetwork: Buckets
}

const minute = 60
const hour = 60 * minute
/** What only a machine exceeds: a mobile network puts thousands of people behind one address. */
const networkWide = { points: 1000, durationInSeconds: 15 * minute }

export function createLimits(pool: pg.Pool): Limits {
  const buckets = (name: string, points: number, durationInSeconds: number): Buckets => {
    const limit = createLimit(pool, { name, points, durationInSeconds })
    return (...counted) => ({ limit, key: counted.join('\n') })
  }
  const wide = (name: string): Buckets =>
    buckets(name, networkWide.points, networkWide.durationInSeconds)
  return {
    loginByDevice: buckets('login-device', 10, 15 * minute),
    loginByAccountAndNetwork: buckets('login-account-network', 10, 15 * minute),
    adminLoginByDevice: buckets('login-device', 5, 15 * minute),
    adminLoginByAccountAndNetwork: buckets('login-account-network', 5, 15 * minute),
    // More than one network can use up.
    loginByAccount: buckets('login-account', 50, hour),
    loginByNetwork: wide('login-network'),
    appCodeByDevice: buckets('app-code-device', 10, 15 * minute),
    appCodeByAccount: buckets('app-code-account', 20, 24 * hour),
    passkeyByNetwork: wide('passkey-network'),
    signUpByNetwork: wide('sign-up-network'),
    signUpMailByInboxAndNetwork: buckets('sign-up-mail-inbox-network', 10, hour),
    signUpMailByInbox: buckets('sign-up-mail-inbox', 20, hour),
    resendByAttempt: buckets('resend-attempt', 1, minute),
    wrongCodeByEmailAndNetwork: buckets('code-email-network', 30, hour),
    // As many as the ten mails of an hour to one address allowed when an address had one sign-up.
    wrongCodeByEmail: buckets('code-email', 50, hour),
    unknownCouponByLearner: buckets('coupon-learner', 20, hour),
    unknownCouponByNetwork: buckets('coupon-network', 200, hour),
    couponTurn: buckets('coupon-turn', 5, 5),
    videoProblemByLearner: buckets('video-problem', 20, hour),
    transcriptSearchByLearner: buckets('transcript-search', 100, 10 * minute),
    questionByLearner: buckets('question-learner', 20, hour),
    answerByLearner: buckets('answer-learner', 60, hour),
    reviewByLearner: buckets('review-learner', 20, hour),
    reportByLearner: buckets('report-learner', 20, hour),
    // Whoever is quick tries a short quiz again at once.
    quizByLearner: buckets('quiz', 200, hour),
    submissionByLearner: buckets('submission-learner', 30, hour),
    submissionUploadByLearner: buckets('submission-upload-learner', 40, 24 * hour),
    resetByNetwork: wide('reset-network'),
    resetMailByInboxAndNetwork: buckets('reset-mail-inbox-network', 10, hour),
    resetMailByInbox: buckets('reset-mail-inbox', 20, hour),
    joinByLearner: buckets('join-learner', 10, hour),
    joinMailByInbox: buckets('join-mail-inbox', 20, hour),
    erasureByLearner: buckets('erasure-learner', 5, hour),
    exportByLearner: buckets('export-learner', 5, 24 * hour),
    childByLearner: buckets('child-learner', 20, hour),
    nomineeByLearner: buckets('nominee-learner', 20, hour),
    complaintByLearner: buckets('complaint-learner', 10, hour),
    complaintByNetwork: buckets('complaint-network', 30, hour),
    complaintMailByInboxAndNetwork: buckets('complaint-mail-inbox-network', 5, hour),
    complaintMailByInbox: buckets('complaint-mail-inbox', 20, hour),
    complaintReply: buckets('complaint-reply', 20, hour),
    cspReportByNetwork: buckets('csp-report-network', 60, 15 * minute),
  }
}

/**
 * Takes a try from each bucket, before the work it guards. Refused with `too_many_tries` as soon as
 * one has none left; then nothing is taken from any.
 */
export async function consumeAttempt(buckets: Bucket[], points = 1): Promise<void> {
  const taken: Bucket[] = []
  try {
    for (const bucket of buckets) {
      taken.push(bucket) // also if it refuses: a refused try looks at nothing
      await bucket.limit.take(bucket.key, points)
    }
  } catch (error) {
    await refundAttempt(taken, points)
    throw error
  }
}

/** The same, false in place of a refusal. */
export async function consumeAttemptIfLeft(buckets: Bucket[], points = 1): Promise<boolean> {
  try {
    await consumeAttempt(buckets, points)
    return true
  } catch (error) {
    if (error instanceof ProblemError) return false
    throw error
  }
}

/** A little longer than the time of a limit whose tries take turns. */
const longestWaitInMs = 6_000

/**
 * Takes a try when its turn has come, of this time of the limit or of the next. Refused with
 * `too_many_tries` if others were quicker then, too.
 */
export async function awaitTurn({ limit, key }: Bucket): Promise<void> {
  const until = Date.now() + longestWaitInMs
  for (;;) {
    try {
      return await setTimeout(await limit.take(key, 1))
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      const pauseInMs = Math.ceil((error.extras.retryAfterInSeconds ?? 0) * 1000)
      if (Date.now() + pauseInMs > until) throw error
      await setTimeout(pauseInMs)
    }
  }
}

/** Gives back a try that turned out rightful. */
export async function refundAttempt(buckets: Bucket[], points = 1): Promise<void> {
  await Promise.all(buckets.map(({ limit, key }) => limit.giveBack(key, points)))
}

interface LimitOptions {
  /** Limits of the same name share their counters. */
  name: string
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
    keyPrefix: options.name,
    points: options.points,
    duration: options.durationInSeconds,
  })
  return {
    take: async (key, points) => {
      try {
        const { consumedPoints, msBeforeNext } = await limiter.consume(keepKey(key), points)
        const before = (consumedPoints - points) / options.points
        return Math.max(0, msBeforeNext - (1 - before) * options.durationInSeconds * 1000)
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        throw new ProblemError('too_many_tries', { retryAfterInSeconds: error.msBeforeNext / 1000 })
      }
    },
    giveBack: async (key, points) => {
      await limiter.reward(keepKey(key), points)
    },
  }
}

/** Short enough for the column, and without anybody's address in it. */
function keepKey(key: string): string {
  return hash('sha256', key, 'base64url')
}
