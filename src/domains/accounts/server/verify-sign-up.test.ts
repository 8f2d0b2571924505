import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { makeLearner, unique } from '../../../../tests/support/factories.ts'
import { type Browser, openBrowser } from '../../../../tests/support/open-browser.ts'
import { readCode, readOutbox } from '../../../../tests/support/read-outbox.ts'
import { runs } from '../../../../tests/support/runs.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { login, resendCode, signUp, verifySignUp } from '../contract.ts'
import { changeEmail } from './change-email.ts'
import { endJoinedAccount } from './end-joined-account.ts'
import { users } from './tables.ts'

const server = await startTestServer({ env: { TRUST_PROXY: '1' } })
const { db, visitor } = server
afterAll(() => server.close())

const ownPassword = 'my own password 1'
const strangersPassword = 'a trap of theirs 2'

describe('somebody whose address a stranger signs up too', () => {
  test('gets an account with their own password by their own code, whoever came first', async () => {
    for (const order of ['stranger last', 'stranger first']) {
      const email = newAddress()
      const [mine, theirs] = [openBrowser(server), openBrowser(server)]
      if (order === 'stranger first') await ask(theirs, email, strangersPassword)
      const code = await ask(mine, email, ownPassword)
      if (order === 'stranger last') await ask(theirs, email, strangersPassword)

      await verify(mine, email, code)

      expect(await passwordsOf(email)).toEqual([ownPassword])
    }
  })

  test("is told that the code of the stranger's mail is not theirs, and it opens nothing", async () => {
    const email = newAddress()
    const [mine, theirs] = [openBrowser(server), openBrowser(server)]
    const code = await ask(mine, email, ownPassword)
    const foreignCode = await ask(theirs, email, strangersPassword)

    await expect(verify(mine, email, foreignCode)).rejects.toMatchObject({
      status: 400,
      code: 'code_of_another_sign_up',
    })

    expect(await passwordsOf(email)).toEqual([])
    await verify(mine, email, code)
    expect(await passwordsOf(email)).toEqual([ownPassword])
  })

  test('is safe without cookies as well: the code decides', async () => {
    const email = newAddress()
    const code = await ask(null, email, ownPassword)
    await ask(null, email, strangersPassword)

    await verify(null, email, code)

    expect(await passwordsOf(email)).toEqual([ownPassword])
  })

  test('gets a fresh code for their own sign-up, also if the stranger asked for one just before', async () => {
    const email = newAddress()
    const [mine, theirs] = [openBrowser(server), openBrowser(server)]
    await ask(mine, email, ownPassword)
    await ask(theirs, email, strangersPassword)
    await theirs.ask(resendCode, { body: { email } })
    await mine.ask(resendCode, { body: { email } })

    await verify(mine, email, await readCode(server, email))

    expect(await passwordsOf(email)).toEqual([ownPassword])
  })

  test('keeps all tries of their code while the stranger guesses', async () => {
    const email = newAddress()
    const [mine, theirs] = [openBrowser(server), openBrowser(server)]
    const code = await ask(mine, email, ownPassword)
    await ask(theirs, email, strangersPassword)
    const guesses = Array.from({ length: 20 }, (_, at) =>
      verify(at % 2 ? theirs : null, email, '0'),
    )
    await Promise.allSettled(guesses)

    await verify(mine, email, code)

    expect(await passwordsOf(email)).toEqual([ownPassword])
  })

  test('gets one account only when both codes are typed at the same moment', async () => {
    const email = newAddress()
    const [mine, theirs] = [openBrowser(server), openBrowser(server)]
    const code = await ask(mine, email, ownPassword)
    const foreignCode = await ask(theirs, email, strangersPassword)

    const outcomes = await Promise.allSettled([
      verify(mine, email, code),
      verify(theirs, email, foreignCode),
    ])

    const opened = outcomes.map(({ status }) => status === 'fulfilled')
    expect(opened.filter(Boolean)).toHaveLength(1)
    expect(await passwordsOf(email)).toEqual([opened[0] ? ownPassword : strangersPassword])
  })

  test('gets one account also when six browsers and a guesser come at the same moment', async () => {
    const email = newAddress()
    const browsers = Array.from({ length: 6 }, () => openBrowser(server))
    const passwords = browsers.map((_, at) => `password of ${at}`)
    const codes: string[] = []
    for (const [at, browser] of browsers.entries()) {
      codes.push(await ask(browser, email, passwords[at]!))
    }
    const wrong = ['000000', '000001', '000002'].filter((code) => !codes.includes(code))

    const outcomes = await Promise.allSettled([
      ...browsers.map((browser, at) => verify(browser, email, codes[at]!)),
      ...wrong.map((code) => verify(null, email, code)),
    ])

    const opened = passwords.filter((_, at) => outcomes[at]?.status === 'fulfilled')
    expect(opened).toHaveLength(1)
    expect(await passwordsOf(email, passwords)).toEqual(opened)
  })

  test('is not locked out by many strangers: their own sign-up stays beside them', async () => {
    const email = newAddress()
    const code = await ask(null, email, ownPassword)
    for (let count = 0; count < 3; count += 1)
      await ask(null, email, `${strangersPassword}${count}`)

    await verify(null, email, code)

    expect(await passwordsOf(email)).toEqual([ownPassword])
  })

  test('who asks without cookies for a fresh code gets none, as nobody knows for whose sign-up', async () => {
    const email = newAddress()
    await ask(null, email, ownPassword)
    await ask(null, email, strangersPassword)

    expect(await visitor(resendCode, { body: { email } })).toEqual({ email })

    expect(await readOutbox(server, email)).toHaveLength(2)
  })
})

describe('somebody who signs up again by the same password without cookies', () => {
  test('has the second code only', async () => {
    const email = newAddress()
    const first = await ask(null, email, ownPassword)
    const second = await ask(null, email, ownPassword)

    await expect(verify(null, email, first)).rejects.toMatchObject({
      status: 400,
      code: 'code_wrong',
    })
    await verify(null, email, second)

    expect(await passwordsOf(email)).toEqual([ownPassword])
  })

  test('is mailed a fresh code when they ask for one', async () => {
    const email = newAddress()
    await ask(null, email, ownPassword)
    await ask(null, email, ownPassword)

    await visitor(resendCode, { body: { email } })

    expect(await readOutbox(server, email)).toHaveLength(3)
    await verify(null, email, await readCode(server, email))
  })
})

describe('somebody whose code was right and its answer was lost', () => {
  test('is told by the same code to log in, and by it no second session is opened', async () => {
    for (const browser of [openBrowser(server), null]) {
      const email = newAddress()
      const code = await ask(browser, email, ownPassword)
      await verify(browser, email, code)

      await expect(verify(browser, email, code)).rejects.toMatchObject({
        status: 400,
        code: 'code_used',
      })

      const wrong = code === '000000' ? '000001' : '000000'
      await expect(verify(browser, email, wrong)).rejects.toMatchObject({ code: 'code_wrong' })
    }
  })

  test('is mailed that they have an account when they ask for a fresh code', async () => {
    const email = newAddress()
    const browser = openBrowser(server)
    await verify(browser, email, await ask(browser, email, ownPassword))

    await browser.ask(resendCode, { body: { email } })

    const [mail] = await readOutbox(server, email)
    expect(mail?.subject).toMatch(/already have an account/)
  })

  test('opens no second account by it once theirs has another address', async () => {
    const email = newAddress()
    const browser = openBrowser(server)
    const code = await ask(browser, email, ownPassword)
    const { user } = await verify(browser, email, code)
    await db.transaction((db) => changeEmail(db, user.id, newAddress()))

    await expect(verify(browser, email, code)).rejects.toMatchObject({ code: 'code_wrong' })
  })

  test('opens no second account by it once theirs was joined to another', async () => {
    const email = newAddress()
    const browser = openBrowser(server)
    const code = await ask(browser, email, ownPassword)
    const { user } = await verify(browser, email, code)
    const [from] = await db.select().from(users).where(eq(users.id, user.id))
    const [into] = await db
      .select()
      .from(users)
      .where(eq(users.id, (await makeLearner(db)).id))
    await db.transaction((db) => endJoinedAccount(db, { from: from!, into: into! }))

    await expect(verify(browser, email, code)).rejects.toMatchObject({ code: 'code_wrong' })
  })
})

test('a browser that signed up somebody else is told that no code comes for this address', async () => {
  const browser = openBrowser(server)
  await ask(browser, newAddress(), ownPassword)
  const known = newAddress()
  await verify(null, known, await ask(null, known, ownPassword))

  for (const email of [known, newAddress()]) {
    const mails = await readOutbox(server, email)
    await expect(browser.ask(resendCode, { body: { email } })).rejects.toMatchObject({
      status: 404,
      code: 'sign_up_not_found',
    })
    expect(await readOutbox(server, email)).toEqual(mails)
  }
})

test('a browser may sign up two people at the same time', async () => {
  const [one, other] = [newAddress(), newAddress()]
  const family = openBrowser(server)
  const code = await ask(family, one, ownPassword)
  await ask(family, other, 'another password 3')

  await verify(family, one, code)
  await verify(family, other, await readCode(server, other))

  expect(await passwordsOf(one)).toEqual([ownPassword])
})

test('guessing is no easier with many sign-ups of an address: fifty comparisons an hour', async () => {
  const email = newAddress()
  let compared = 0
  for (let round = 1; round <= 9; round += 1) {
    const browser = openBrowser(server, { ip: `10.1.${round}.1` })
    const code = await ask(browser, email, strangersPassword)
    const wrong = code === '000000' ? '000001' : '000000'
    for (let count = 0; count < 5; count += 1) {
      const own = await verify(browser, email, wrong).catch(codeOf)
      if (own !== 'too_many_tries') compared += 1
      const elsewhere = await verify(null, email, wrong).catch(codeOf)
      if (elsewhere === 'code_wrong') compared += 1
    }
  }
  const late = openBrowser(server, { ip: '10.2.1.1' })
  const code = await ask(late, email, strangersPassword)

  expect(compared).toBeGreaterThan(20)
  expect(compared).toBeLessThanOrEqual(50)
  await expect(verify(late, email, code)).rejects.toMatchObject({ code: 'too_many_tries' })
})

/** Two people at one address, each in a browser of their own, and a caller that keeps no cookies. */
const actors = ['me', 'stranger', 'no cookies'] as const
type Actor = (typeof actors)[number]
interface Move {
  actor: Actor
  /** Again: by the password that they always take; who keeps no cookies is `me` elsewhere. */
  does: 'sign up' | 'sign up again' | 'resend' | 'verify'
  /** Which of the codes mailed so far is typed. */
  pick: number
}

interface MailedCode {
  actor: Actor
  password: string
  code: string
  /** False once another code of the same sign-up was mailed. */
  isOpen: boolean
}

const moves = fc.array(
  fc.record<Move>({
    actor: fc.constantFrom(...actors),
    does: fc.constantFrom('sign up', 'sign up again', 'resend', 'verify', 'verify'),
    pick: fc.nat({ max: 20 }),
  }),
  { minLength: 2, maxLength: 9 },
)

/** Too rare to be drawn each time: a browser asks for a fresh code once its sign-up was replaced from elsewhere. */
const replacedElsewhere: Move[] = [
  { actor: 'me', does: 'sign up again', pick: 0 },
  { actor: 'no cookies', does: 'sign up again', pick: 0 },
  { actor: 'me', does: 'resend', pick: 0 },
]

test('in whatever order two people sign up, ask again and type codes, an account has the password of the sign-up whose code was typed where it was asked for', async () => {
  const property = fc.asyncProperty(moves, async (moves) => {
    const email = newAddress()
    const mailed: MailedCode[] = []
    const browsers = { me: openBrowser(server), stranger: openBrowser(server), 'no cookies': null }
    for (const [at, { actor, does, pick }] of moves.entries()) {
      await db.execute(sql`delete from rate_limits`)
      const asker = { actor, browser: browsers[actor] }
      if (does === 'sign up') await noteSignUp(mailed, email, asker, `password ${at}`)
      const usual = actor === 'stranger' ? strangersPassword : ownPassword
      if (does === 'sign up again') await noteSignUp(mailed, email, asker, usual)
      if (does === 'resend') await noteResend(mailed, email, asker)
      const typed = mailed[pick % Math.max(1, mailed.length)]
      if (does !== 'verify' || !typed) continue

      const mayOpen = typed.isOpen && isOwnFor(asker, typed)
      const outcome = await verify(asker.browser, email, typed.code).then(
        () => 'opened',
        (error: unknown) => codeOf(error),
      )

      const possible = mayOpen
        ? ['opened', 'code_spent']
        : ['code_wrong', 'code_spent', 'code_of_another_sign_up']
      expect(possible).toContain(outcome)
      const passwords = Array.from(new Set(mailed.map(({ password }) => password)))
      if (outcome !== 'opened') continue
      expect(await passwordsOf(email, passwords)).toEqual([typed.password])
      const isOwn = !asker.browser || typed.actor === actor
      expect(await verify(asker.browser, email, typed.code).catch(codeOf)).toBe(
        isOwn ? 'code_used' : 'code_of_another_sign_up',
      )
      return
    }
  })
  await fc.assert(property, { numRuns: runs(16), examples: [[replacedElsewhere]] })
})

interface Asker {
  actor: Actor
  browser: Browser | null
}

/** A browser that never signed up has no cookie yet: for it too the code decides. */
function isOwnFor({ actor, browser }: Asker, one: MailedCode): boolean {
  return !browser || browser.cookies.size === 0 || one.actor === actor
}

async function noteSignUp(
  mailed: MailedCode[],
  email: string,
  { actor, browser }: Asker,
  password: string,
): Promise<void> {
  const code = await ask(browser, email, password)
  const others = mailed.filter((one) => one.isOpen && !(browser && one.actor === actor))
  for (const one of others.slice(-2)) if (one.password === password) one.isOpen = false
  for (const one of mailed) if (browser && one.actor === actor) one.isOpen = false
  mailed.push({ actor, password, code, isOpen: true })
}

async function noteResend(mailed: MailedCode[], email: string, asker: Asker): Promise<void> {
  const { browser } = asker
  const before = await readOutbox(server, email)
  const outcome = await (browser?.ask ?? visitor)(resendCode, { body: { email } }).catch(codeOf)
  const after = await readOutbox(server, email)
  const open = mailed.filter((one) => one.isOpen && isOwnFor(asker, one))
  // Theirs was replaced, by a caller without cookies who knew the password.
  const isGone = browser && browser.cookies.size > 0 && open.length === 0
  expect(outcome).toEqual(isGone ? 'sign_up_not_found' : { email })
  expect(after.length - before.length).toBe(open.length === 1 ? 1 : 0)
  const [only, ...others] = open
  if (!only || others.length > 0) return
  only.isOpen = false
  mailed.push({ ...only, code: await readCode(server, email), isOpen: true })
}

/** Signs up and resolves to the code that was mailed. */
async function ask(browser: Browser | null, email: string, password: string): Promise<string> {
  await (browser?.ask ?? visitor)(signUp, {
    body: { email, name: 'Meera', password, confirm_password: password },
  })
  return readCode(server, email)
}

function verify(browser: Browser | null, email: string, code: string) {
  return (browser?.ask ?? visitor)(verifySignUp, { body: { email, verification_code: code } })
}

/** Which of some passwords log in. */
async function passwordsOf(
  email: string,
  candidates: string[] = [ownPassword, strangersPassword],
): Promise<string[]> {
  const tried = await Promise.allSettled(
    candidates.map((password) => visitor(login, { body: { email, password } })),
  )
  return candidates.filter((_, at) => tried[at]?.status === 'fulfilled')
}

function newAddress(): string {
  return `${unique('two')}@example.test`
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : error
}
