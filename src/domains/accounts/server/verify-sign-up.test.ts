import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { unique } from '../../../../tests/support/factories.ts'
import { type Browser, openBrowser } from '../../../../tests/support/open-browser.ts'
import { readCode, readOutbox } from '../../../../tests/support/read-outbox.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { login, resendCode, signUp, verifySignUp } from '../contract.ts'

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

  test('who asks without cookies for a fresh code gets none, as nobody knows for whose sign-up', async () => {
    const email = newAddress()
    await ask(null, email, ownPassword)
    await ask(null, email, strangersPassword)

    expect(await visitor(resendCode, { body: { email } })).toEqual({ email })

    expect(await readOutbox(server, email)).toHaveLength(2)
  })
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
  does: 'sign up' | 'resend' | 'verify'
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
    does: fc.constantFrom('sign up', 'sign up', 'resend', 'verify', 'verify'),
    pick: fc.nat({ max: 20 }),
  }),
  { minLength: 2, maxLength: 9 },
)

test('in whatever order two people sign up, ask again and type codes, an account has the password of the sign-up whose code was typed where it was asked for', async () => {
  const property = fc.asyncProperty(moves, async (moves) => {
    const email = newAddress()
    const mailed: MailedCode[] = []
    const browsers = { me: openBrowser(server), stranger: openBrowser(server), 'no cookies': null }
    for (const [at, { actor, does, pick }] of moves.entries()) {
      await db.execute(sql`delete from rate_limits`)
      const asker = { actor, browser: browsers[actor] }
      if (does === 'sign up') await noteSignUp(mailed, email, asker, `password ${at}`)
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
      return
    }
  })
  await fc.assert(property, { numRuns: 40 })
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
  for (const one of mailed) if (browser && one.actor === actor) one.isOpen = false
  mailed.push({ actor, password, code, isOpen: true })
}

async function noteResend(mailed: MailedCode[], email: string, asker: Asker): Promise<void> {
  const before = await readOutbox(server, email)
  await (asker.browser?.ask ?? visitor)(resendCode, { body: { email } })
  const after = await readOutbox(server, email)
  const open = mailed.filter((one) => one.isOpen && isOwnFor(asker, one))
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
