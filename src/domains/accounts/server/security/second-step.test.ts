import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { codeOf, laterOn } from '../../../../../tests/support/app-codes.ts'
import { unique } from '../../../../../tests/support/factories.ts'
import { openBrowser } from '../../../../../tests/support/open-browser.ts'
import { readOutbox, readResetToken } from '../../../../../tests/support/read-outbox.ts'
import {
  askChallenge,
  makeGuarded,
  makeKnown,
  outcomeOf,
  password,
} from '../../../../../tests/support/second-step.ts'
import { startTestServer } from '../../../../../tests/support/start-test-server.ts'
import { forgotPassword, login, readProfile, resetPassword } from '../../contract.ts'
import {
  confirmApp,
  readSecurity,
  removeApp,
  renewRecoveryCodes,
  sendSecondStep,
  startApp,
  stepUp,
} from '../../security/contract.ts'
import { authenticatorApps, recoveryCodes, sessions, users } from '../tables.ts'

const server = await startTestServer({ env: { TRUST_PROXY: '1' } })
const { db } = server
afterAll(() => server.close())

describe('setting up an authenticator app', () => {
  test('asks for the password first, changes nothing before a code of it was shown, and keeps its secret sealed', async () => {
    const { person, browser } = await makeKnown(server)

    expect(await outcomeOf(browser.ask(startApp, {}))).toBe('step_up_needed')
    expect(await outcomeOf(browser.ask(stepUp, { body: { password: 'no' } }))).toBe(
      'password_wrong',
    )
    await browser.ask(stepUp, { body: { password } })
    const { secret, uri } = await browser.ask(startApp, {})
    expect(await outcomeOf(browser.ask(confirmApp, { body: { code: '000000' } }))).toBe(
      'second_code_wrong',
    )
    const [before] = await db.select().from(users).where(eq(users.id, person.id))
    const { recovery_codes: codes } = await browser.ask(confirmApp, {
      body: { code: codeOf(secret) },
    })

    expect(uri).toMatch(/^otpauth:\/\/totp\/.*issuer=/)
    expect(before?.hasSecondStep).toBe(false)
    expect(new Set(codes).size).toBe(10)
    const [app] = await db
      .select()
      .from(authenticatorApps)
      .where(eq(authenticatorApps.userId, person.id))
    expect(JSON.stringify(app)).not.toContain(secret)
    const kept = await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, person.id))
    expect(kept.map(({ codeHash }) => codeHash.toString())).not.toContain(codes[0])
    expect(await browser.ask(readSecurity, {})).toMatchObject({
      recovery_codes_left: 10,
      step_up_by: ['code'],
    })
    const [mail] = await readOutbox(server, person.email)
    expect(mail?.subject).toBe('A second step was set up')
  })

  test('says the recovery codes once more to who confirms again, as the first answer was lost', async () => {
    const { browser, secret, recoveryCodes: lost } = await makeGuarded(server)
    await browser.ask(stepUp, { body: { code: codeOf(secret) } })

    expect(await outcomeOf(browser.ask(confirmApp, { body: { code: '000000' } }))).toBe(
      'second_code_wrong',
    )
    const { recovery_codes: codes } = await browser.ask(confirmApp, {
      body: { code: codeOf(secret) },
    })

    expect(codes.filter((code) => lost.includes(code))).toEqual([])
    expect(new Set(codes).size).toBe(10)
    expect((await browser.ask(readSecurity, {})).recovery_codes_left).toBe(10)
  })

  test('a new app takes the place of the former one only once its code was shown', async () => {
    const { person, browser, secret } = await makeGuarded(server)
    const { secret: next } = await browser.ask(startApp, {})

    await browser.ask(stepUp, { body: { code: codeOf(secret) } })
    await browser.ask(confirmApp, { body: { code: codeOf(next) } })
    await laterOn(server, person)

    const challenge = await askChallenge(browser, person.email)
    const send = (code: string) =>
      outcomeOf(browser.ask(sendSecondStep, { body: { challenge, code } }))
    expect(await send(codeOf(secret))).toBe('second_code_wrong')
    expect(await send(codeOf(next))).toBe('ok')
  })
})

describe('who has an app', () => {
  test('is let in by the password and a code, in the browser that showed the password', async () => {
    const { person, secret } = await makeGuarded(server)
    const [own, other] = [openBrowser(server), openBrowser(server)]
    const challenge = await askChallenge(own, person.email)
    await askChallenge(other, person.email) // it has a cookie of its own, too
    const body = { challenge, code: codeOf(secret) }

    expect(await outcomeOf(other.ask(sendSecondStep, { body }))).toBe('challenge_unusable')
    expect(await outcomeOf(server.visitor(sendSecondStep, { body }))).toBe('challenge_unusable')
    const { token, user } = await own.ask(sendSecondStep, { body })

    expect(user.id).toBe(person.id)
    expect((await server.as({ token })(readProfile, {})).user.id).toBe(person.id)
    await laterOn(server, person)
    expect(await outcomeOf(own.ask(sendSecondStep, { body }))).toBe('challenge_unusable')
  })

  test.each([
    ['password', { passwordHash: 'another' }],
    ['address', { email: `${unique('another')}@example.test` }],
    ['Google account', { googleSubject: unique('another') }],
  ])('cannot answer by what was right before the %s was changed', async (_, changed) => {
    const { person, secret } = await makeGuarded(server)
    const browser = openBrowser(server)
    const challenge = await askChallenge(browser, person.email)
    await db.update(users).set(changed).where(eq(users.id, person.id))

    const answer = browser.ask(sendSecondStep, { body: { challenge, code: codeOf(secret) } })

    expect(await outcomeOf(answer)).toBe('challenge_unusable')
  })

  test('is asked for it after a new password by mail, too', async () => {
    const { person, secret } = await makeGuarded(server)
    const browser = openBrowser(server)
    await browser.ask(forgotPassword, { body: { email: person.email } })
    const token = await readResetToken(server, person.email)
    const fresh = { password: 'another one 1', confirm_password: 'another one 1' }
    await browser.ask(resetPassword, { body: { token, ...fresh } })

    const body = { email: person.email, password: fresh.password }
    expect(await outcomeOf(browser.ask(login, { body }))).toBe('second_step_needed')
    const challenge = await askChallenge(browser, person.email, fresh.password)
    const answer = browser.ask(sendSecondStep, { body: { challenge, code: codeOf(secret) } })
    expect(await outcomeOf(answer)).toBe('ok')
  })

  test('loses it by nobody who only has their token, or their token and password', async () => {
    const { person, browser, secret } = await makeGuarded(server)
    const challenge = await askChallenge(browser, person.email)
    const thief = server.as(
      await browser.ask(sendSecondStep, { body: { challenge, code: codeOf(secret) } }),
    )

    for (const act of [removeApp, startApp, renewRecoveryCodes]) {
      expect([act.route, await outcomeOf(thief(act, {}))]).toEqual([act.route, 'step_up_needed'])
    }
    expect(await outcomeOf(thief(stepUp, { body: { password } }))).toBe('step_up_needed')
    expect(await outcomeOf(thief(stepUp, { body: {} }))).toBe('step_up_needed')
    expect(await outcomeOf(thief(removeApp, {}))).toBe('step_up_needed')
  })

  test('takes it away by a code, after which the password is enough', async () => {
    const { person, browser, secret } = await makeGuarded(server)
    await db
      .update(sessions)
      .set({ steppedUpAt: new Date(Date.now() - 11 * 60_000) })
      .where(eq(sessions.userId, person.id))

    expect(await outcomeOf(browser.ask(removeApp, {}))).toBe('step_up_needed')
    await browser.ask(stepUp, { body: { code: codeOf(secret) } })
    await browser.ask(removeApp, {})

    const body = { email: person.email, password }
    expect(await outcomeOf(openBrowser(server).ask(login, { body }))).toBe('ok')
    expect((await browser.ask(readSecurity, {})).recovery_codes_left).toBe(0)
  })
})

describe('a code', () => {
  test('of an app is good a little before and after its time, and no longer', async () => {
    const { person, browser, secret } = await makeGuarded(server)
    const readStep = () => Math.floor(Date.now() / 30_000)
    const send = async (secondsAgo: number): Promise<string> => {
      await laterOn(server, person)
      const challenge = await askChallenge(browser, person.email)
      const step = readStep()
      const body = { challenge, code: codeOf(secret, { secondsAgo }) }
      const outcome = await outcomeOf(browser.ask(sendSecondStep, { body }))
      return readStep() === step ? outcome : send(secondsAgo) // the next one began meanwhile
    }

    expect([await send(30), await send(-30)]).toEqual(['ok', 'ok'])
    expect([await send(90), await send(-90)]).toEqual(['second_code_wrong', 'second_code_wrong'])
  })

  test('that took the app in use lets nobody in', async () => {
    const { person, browser } = await makeKnown(server)
    await browser.ask(stepUp, { body: { password } })
    const { secret } = await browser.ask(startApp, {})
    const code = codeOf(secret)
    await browser.ask(confirmApp, { body: { code } })

    const body = { challenge: await askChallenge(browser, person.email), code }
    expect(await outcomeOf(browser.ask(sendSecondStep, { body }))).toBe('second_code_wrong')
  })

  test('is asked for anew after ten wrong answers, of recovery, too', async () => {
    const { person, browser, recoveryCodes: codes } = await makeGuarded(server)
    const challenge = await askChallenge(browser, person.email)
    const send = (code: string) =>
      outcomeOf(browser.ask(sendSecondStep, { body: { challenge, code } }))

    const outcomes: string[] = []
    for (let at = 0; at < 10; at += 1) outcomes.push(await send(`NO${at}`))

    expect(outcomes).toEqual(Array(10).fill('second_code_wrong'))
    expect(await send(codes[0]!)).toBe('challenge_unusable')
  })
})

describe('a code counts once', () => {
  test('of an app, however many send it at the same time, and never again', async () => {
    const { person, secret } = await makeGuarded(server)
    const browsers = Array.from({ length: 6 }, () => openBrowser(server))
    const challenges = await Promise.all(
      browsers.map((browser) => askChallenge(browser, person.email)),
    )
    const code = codeOf(secret)

    const outcomes = await Promise.all(
      browsers.map((browser, at) =>
        outcomeOf(browser.ask(sendSecondStep, { body: { challenge: challenges[at]!, code } })),
      ),
    )

    expect(outcomes.toSorted()).toEqual(['ok', ...Array(5).fill('second_code_wrong')])
  })

  test('of recovery, in a race of ten, and however it is typed', async () => {
    const { person, recoveryCodes: codes } = await makeGuarded(server)
    const browsers = Array.from({ length: 10 }, () => openBrowser(server))
    const challenges = await Promise.all(
      browsers.map((browser) => askChallenge(browser, person.email)),
    )
    const typed = [codes[0]!, codes[0]!.toLowerCase(), codes[0]!.replaceAll('-', ' ')]

    const outcomes = await Promise.all(
      browsers.map((browser, at) =>
        outcomeOf(
          browser.ask(sendSecondStep, {
            body: { challenge: challenges[at]!, code: typed[at % 3]! },
          }),
        ),
      ),
    )

    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'second_code_wrong')).toHaveLength(9)
    const [mail] = await readOutbox(server, person.email)
    expect(mail?.text).toContain('Codes left: 9.')
  })

  test('one challenge lets in once, also by several right codes at the same time', async () => {
    const { person, recoveryCodes: codes } = await makeGuarded(server)
    const browser = openBrowser(server)
    const challenge = await askChallenge(browser, person.email)

    const outcomes = await Promise.all(
      codes.map((code) => outcomeOf(browser.ask(sendSecondStep, { body: { challenge, code } }))),
    )

    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1)
    // What opened nothing was not used up.
    const left = await db.$count(recoveryCodes, eq(recoveryCodes.userId, person.id))
    expect(left).toBe(10)
  })
})

test('guessing stops after twenty codes a day, while the owner gets in where they are known, or by a recovery code', async () => {
  const { person, browser: known, secret, recoveryCodes: codes } = await makeGuarded(server)
  const outcomes: string[] = []
  for (let round = 0; round < 3; round += 1) {
    const stranger = openBrowser(server, { ip: `10.9.${round}.1` })
    const challenge = await askChallenge(stranger, person.email)
    for (let code = 0; code < 10; code += 1) {
      const body = { challenge, code: String(100_000 + code) }
      outcomes.push(await outcomeOf(stranger.ask(sendSecondStep, { body })))
    }
  }
  const elsewhere = openBrowser(server)
  const challenge = await askChallenge(elsewhere, person.email)
  const send = (code: string) =>
    outcomeOf(elsewhere.ask(sendSecondStep, { body: { challenge, code } }))

  expect(outcomes).toEqual([
    ...Array(20).fill('second_code_wrong'),
    ...Array(10).fill('too_many_tries'),
  ])
  expect(await send(codeOf(secret))).toBe('too_many_tries')
  expect(await send(codes[0]!)).toBe('ok')
  const sendKnown = async (code: string) => {
    const own = { challenge: await askChallenge(known, person.email), code }
    return outcomeOf(known.ask(sendSecondStep, { body: own }))
  }
  expect(await sendKnown(codeOf(secret))).toBe('ok')
  for (let code = 0; code < 10; code += 1) await sendKnown(String(200_000 + code))
  expect(await sendKnown(codeOf(secret))).toBe('too_many_tries')
})
