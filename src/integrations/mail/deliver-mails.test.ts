import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startMailServer, startUntrustedServer } from '../../../tests/support/mail-server.ts'
import { openTestDatabase } from '../../../tests/support/test-database.ts'
import { wantsMailsOf } from '../../domains/accounts/server/mail-consents.ts'
import { deliverMails } from './deliver-mails.ts'
import type { MailTransport, RenderAttachment } from './mail-transport.ts'
import { createMailQueue, type Mail } from './queue-mail.ts'
import type { MailTemplate } from './render-mail.ts'
import { createSmtpTransport } from './smtp-transport.ts'
import { priorities } from './tables.ts'

const database = await openTestDatabase()
const { db } = database
const postOffice = await startMailServer()
const smtpTo = (smtpUrl: string, silenceInMs?: number) =>
  createSmtpTransport({
    smtpUrl,
    from: 'Rang <no-reply@academy.test>',
    maxConnections: 3,
    ...(silenceInMs !== undefined && { silenceInMs }),
  })
const transport = smtpTo(postOffice.smtpUrl)
/** Of a server that keeps silent this does not wait long. */
const impatient = smtpTo(postOffice.smtpUrl, 5_000)
const queueMail = createMailQueue({
  sender: {
    brand: { name: 'Rang', supportEmail: 'help@academy.test' },
    publicUrl: () => 'https://academy.test',
  },
  outbox: false,
})
const log = { warn: vi.fn<(facts: unknown, sentence?: string) => void>() }
const noAttachment: RenderAttachment = async () => null
const delivery = {
  db,
  transport,
  renderAttachment: noAttachment,
  isWanted: wantsMailsOf,
  log,
}
const round = { connections: 3, mostPriority: priorities.letter }
const deliver = (renderAttachment = noAttachment) =>
  deliverMails({ ...delivery, renderAttachment }, round)
const deliverImpatiently = () => deliverMails({ ...delivery, transport: impatient }, round)

afterAll(async () => {
  transport.close()
  impatient.close()
  await postOffice.close()
  await database.close()
})

beforeEach(async () => {
  await db.execute(sql`delete from mails`)
  postOffice.forget()
  log.warn.mockClear()
})

describe('a mail in the queue', () => {
  test('arrives as text and as HTML, in any script', async () => {
    await queueMail(
      db,
      mail('meera@example.test', { paragraphs: ['नमस्ते, here is your code:'], code: '012345' }),
    )

    expect(await deliver()).toBe(1)

    const [arrived] = postOffice.received
    expect(arrived?.to).toEqual(['meera@example.test'])
    expect(arrived?.source).toMatch(/^From: Rang <no-reply@academy\.test>/m)
    expect(arrived?.source).toMatch(/^Content-Type: text\/plain; charset=utf-8/m)
    expect(arrived?.source).toMatch(/^Content-Type: text\/html; charset=utf-8/m)
    expect(decoded(arrived?.source)).toContain('नमस्ते, here is your code:')
    expect(decoded(arrived?.source).match(/012345/g)?.length).toBeGreaterThan(1)
  })

  test('is sent once, and not by the next round', async () => {
    await queueMail(db, mail('a@example.test'))

    expect(await deliver()).toBe(1)
    expect(await deliver()).toBe(0)

    expect(postOffice.received).toHaveLength(1)
  })

  test('is not there if what it belongs to was undone', async () => {
    const undone = db.transaction(async (db) => {
      await queueMail(db, mail('a@example.test'))
      throw new Error('undone')
    })

    await expect(undone).rejects.toThrow('undone')
    expect(await deliver()).toBe(0)
  })

  test('that must be mailed once only is, however often it is queued', async () => {
    const receipt = { ...mail('a@example.test'), cause: 'receipt:1' }
    await Promise.all([queueMail(db, receipt), queueMail(db, receipt)])

    await deliver()

    expect(postOffice.received).toHaveLength(1)
  })

  test('waits a minute after a failure, then two, and arrives in the end', async () => {
    await queueMail(db, mail('a@example.test'))
    postOffice.refuse(2)

    expect(await deliver()).toBe(0)
    expect(await readPause()).toSatisfy((seconds: number) => seconds > 30 && seconds <= 60)
    expect(await deliver()).toBe(0)
    await passTime('1 minute')
    expect(await deliver()).toBe(0)
    expect(await readPause()).toSatisfy((seconds: number) => seconds > 90 && seconds <= 120)
    await passTime('2 minutes')
    expect(await deliver()).toBe(1)

    expect(postOffice.received).toHaveLength(1)
    expect(log.warn).toHaveBeenCalledTimes(2)
  })

  test('is kept with its error after twelve failures, and held up nobody', async () => {
    await queueMail(db, mail('a@example.test'))
    await db.execute(sql`update mails set refusals = 11`)
    postOffice.refuse(1)
    await queueMail(db, mail('b@example.test'))

    await deliver()

    const { rows } = await db.execute(sql`
      select next_attempt_at, last_error from mails where sent_at is null`)
    expect(rows).toEqual([
      { next_attempt_at: null, last_error: expect.stringContaining('Try again later') },
    ])
    expect(postOffice.received.map(({ to }) => to)).toEqual([['b@example.test']])
  })

  test('claimed by a process that died is sent by another', async () => {
    await queueMail(db, mail('a@example.test'))
    await db.execute(sql`
      update mails set attempts = 1, next_attempt_at = clock_timestamp() + interval '5 minutes'`)

    expect(await deliver()).toBe(0)
    await passTime('5 minutes')

    expect(await deliver()).toBe(1)
  })
})

test('four processes that deliver at the same moment send each of two hundred mails once', async () => {
  const addresses = Array.from({ length: 200 }, (_, index) => `learner-${index}@example.test`)
  for (const address of addresses) await queueMail(db, mail(address))
  const fourConnections = [1, 2, 3, 4].map(() => db.execute(sql`select pg_sleep(0.05)`))
  await Promise.all(fourConnections) // opened before the race begins

  const sent = await Promise.all([deliver(), deliver(), deliver(), deliver()])

  expect(sent.reduce((sum, count) => sum + count, 0)).toBe(200)
  const arrived = postOffice.received.flatMap(({ to }) => to).toSorted()
  expect(arrived).toEqual(addresses.toSorted())
})

test('a receipt is rendered when it is sent, and attached', async () => {
  await queueMail(db, { ...mail('a@example.test'), attachment: 'receipt:42' })
  const content = Buffer.from('%PDF-1.7 a receipt')

  await deliver(async (reference) => ({
    filename: `${reference.replace(':', '-')}.pdf`,
    contentType: 'application/pdf',
    content,
  }))

  const source = postOffice.received[0]?.source
  expect(source).toMatch(/^Content-Disposition: attachment; filename=receipt-42\.pdf/m)
  expect(source).toContain(content.toString('base64'))
})

test('a name with a line break in it cannot add a header', async () => {
  const template = { subject: 'Hello\r\nBcc: victim@example.test', paragraphs: ['x'] }
  await queueMail(db, { to: 'a@example.test', template })

  await deliver()

  expect(postOffice.received[0]?.to).toEqual(['a@example.test'])
  const [headers] = postOffice.received[0]?.source.split('\r\n\r\n') ?? []
  expect(headers).toMatch(/^Subject: Hello/m)
  expect(headers).not.toMatch(/^Bcc:/m)
})

describe('a letter to many people', () => {
  const url =
    'https://academy.test/unsubscribe?token=abc_DEF-012345678901234567890123456789012345678'
  const letter = (unsubscribeUrl = url): Mail => ({
    ...mail('a@example.test'),
    letter: { list: 'news', unsubscribeUrl },
  })

  test('can be unsubscribed from by one click of the mail program (RFC 8058)', async () => {
    await queueMail(db, letter())

    await deliver()

    const [headers = '', ...parts] = postOffice.received[0]?.source.split('\r\n\r\n') ?? []
    expect(headers.replaceAll(/\r\n\s/g, ' ')).toContain(`List-Unsubscribe: <${url}>\r\n`)
    expect(headers).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
    expect(decoded(parts.join('\r\n\r\n'))).toContain('Unsubscribe from these mails')
  })

  test('promises no click where there is no HTTPS, and other mails have neither', async () => {
    await queueMail(db, letter('http://127.0.0.1/unsubscribe?token=abc'))
    await queueMail(db, mail('b@example.test'))

    await deliver()

    const sources = postOffice.received.map(({ source }) => source)
    expect(sources.filter((source) => source.includes('List-Unsubscribe:'))).toHaveLength(1)
    expect(sources.join()).not.toContain('List-Unsubscribe-Post')
  })

  test('claimed by a process that died is never sent again: it may have arrived', async () => {
    await queueMail(db, letter())
    const dies: MailTransport = {
      send: () => new Promise(() => undefined),
      close: () => undefined,
    }
    void deliverMails({ ...delivery, transport: dies }, round)
    await vi.waitFor(async () => expect((await readMail()).attempts).toBe(1))

    await passTime('1 day')
    expect(await deliver()).toBe(0)

    expect(await readMail()).toMatchObject({
      next_attempt_at: null,
      may_have_arrived: true,
      last_error: expect.stringContaining('may have arrived'),
    })
  })

  test('is tried again if the server said no, not if it fell silent with the letter', async () => {
    await queueMail(db, letter())
    postOffice.refuse(1)
    expect(await deliver()).toBe(0)
    expect(await readMail()).toMatchObject({ may_have_arrived: false })
    await passTime('1 minute')
    postOffice.answer('a@example.test', { at: 'DATA', code: 'silence', isTaken: false }, 1)
    await deliverImpatiently()

    expect(await readMail()).toMatchObject({
      attempts: 2,
      next_attempt_at: null,
      may_have_arrived: true,
    })
  })

  test.each(['silence', 'close', 'closing'] as const)(
    'is surely unsent if a connection ends in %s before it, and arrives once the server is well',
    async (how) => {
      await queueMail(db, letter())
      postOffice.turnAway(how)
      expect(await deliverImpatiently()).toBe(0)

      expect(await readMail()).toMatchObject({ may_have_arrived: false, refusals: 0 })
      postOffice.turnAway(null)
      await passTime('30 seconds')
      expect(await deliver()).toBe(1)
      expect(postOffice.received).toHaveLength(1)
    },
  )

  test('is surely unsent if nobody trusts the certificate of the server', async () => {
    const stranger = await startUntrustedServer()
    const untrusted = smtpTo(stranger.smtpUrl)
    await queueMail(db, letter())
    await deliverMails({ ...delivery, transport: untrusted }, round)
    untrusted.close()
    stranger.close()

    expect(await readMail()).toMatchObject({
      may_have_arrived: false,
      refusals: 0,
      next_attempt_at: expect.anything(),
      last_error: expect.stringContaining('certificate'),
    })
  })
})

describe('what the mail server says of one address', () => {
  test.each(['RCPT TO', 'DATA'] as const)(
    'is believed at once if it is final (%s): nothing is tried again',
    async (at) => {
      await queueMail(db, mail('gone@example.test'))
      await queueMail(db, mail('b@example.test'))
      postOffice.answer('gone@example.test', { at, code: 550 })
      await deliver()

      await passTime('1 day')
      expect(await deliver()).toBe(0)
      expect(postOffice.asked.filter((to) => to === 'gone@example.test')).toHaveLength(1)
      expect(postOffice.received.map(({ to }) => to)).toEqual([['b@example.test']])
    },
  )

  test('is not told of all: a wrong password is tried until it is right', async () => {
    await queueMail(db, mail('a@example.test'))
    postOffice.answer('a@example.test', { at: 'RCPT TO', code: 530 }, 15)
    for (let hour = 0; hour < 15; hour += 1) {
      expect(await deliver()).toBe(0)
      await passTime('1 hour')
    }

    expect(await deliver()).toBe(1)
  })

  test('an address that is none is given up, and holds up nobody', async () => {
    await queueMail(db, mail('a b@@'))
    await queueMail(db, mail('b@example.test'))

    expect(await deliver()).toBe(1)
    await passTime('1 day')
    expect(await deliver()).toBe(0)
  })
})

describe('a code', () => {
  test('goes before three hundred letters that were queued before it', async () => {
    const letters = Array.from({ length: 300 }, (_, at) => ({
      ...mail(`reader-${at}@example.test`),
      letter: { list: 'news' as const, unsubscribeUrl: 'https://academy.test/u' },
    }))
    await queueMail(db, letters)
    await queueMail(db, mail('receipt@example.test'))
    await queueMail(db, { ...mail('code@example.test'), isUrgent: true })

    await deliverMails(delivery, { ...round, connections: 1 })

    expect(postOffice.received.slice(0, 2).map(({ to }) => to)).toEqual([
      ['code@example.test'],
      ['receipt@example.test'],
    ])
    expect(postOffice.received).toHaveLength(302)
  })

  test('goes while the server is slow to take letters', async () => {
    const letter = { list: 'news' as const, unsubscribeUrl: 'https://academy.test/u' }
    for (let at = 0; at < 3; at += 1) {
      await queueMail(db, { ...mail(`slow-${at}@example.test`), letter })
      postOffice.answer(`slow-${at}@example.test`, { at: 'DATA', code: 'silence', isTaken: false })
    }
    const letters = deliverImpatiently()
    await vi.waitFor(() => expect(postOffice.asked).toHaveLength(3))
    await queueMail(db, { ...mail('code@example.test'), isUrgent: true })

    const others = smtpTo(postOffice.smtpUrl)
    const forMails = { connections: 2, mostPriority: priorities.normal }
    expect(await deliverMails({ ...delivery, transport: others }, forMails)).toBe(1)
    expect(postOffice.received.map(({ to }) => to)).toEqual([['code@example.test']])
    others.close()
    await letters
  })
})

test('a mail that takes longer than a claim lasts is not sent by another process as well', async () => {
  await queueMail(db, mail('a@example.test'))
  const [begun, taken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const send = () => {
    begun.resolve()
    return taken.promise
  }
  const timers = vi.spyOn(globalThis, 'setInterval')
  const first = deliverMails({ ...delivery, transport: { send, close: () => undefined } }, round)
  const [renew, everyInMs] = timers.mock.calls[0]!
  timers.mockRestore()
  await begun.promise
  expect(everyInMs).toBeLessThanOrEqual(60_000)
  for (let minute = 0; minute < 4; minute += 1) {
    await passTime('1 minute') // of the two of a claim
    expect(await deliver()).toBe(0)
    renew()
    await vi.waitFor(async () => expect(await readSecondsLeft()).toBeGreaterThan(90))
  }
  taken.resolve()

  expect(await first).toBe(1)
  expect(postOffice.received).toEqual([])
})

test('told to stop, it ends with the mails that are under way, and leaves the others to be sent', async () => {
  const addresses = Array.from({ length: 40 }, (_, at) => `learner-${at}@example.test`)
  await queueMail(
    db,
    addresses.map((to) => mail(to)),
  )
  const stopping = new AbortController()
  const delivering = deliverMails(delivery, round, stopping.signal)
  await vi.waitFor(() => expect(postOffice.received.length).toBeGreaterThan(3))
  stopping.abort()
  const sent = await delivering

  expect(sent).toBeLessThan(40)
  expect(await deliver()).toBe(40 - sent)
})

/** Of the claim. */
async function readSecondsLeft(): Promise<number> {
  const { rows } = await db.execute<{ left: number }>(sql`
    select extract(epoch from next_attempt_at - now())::float as left from mails`)
  return rows[0]!.left
}

async function readMail() {
  const { rows } = await db.execute<{ attempts: number; next_attempt_at: Date | null }>(sql`
    select attempts, refusals, next_attempt_at, may_have_arrived, last_error from mails`)
  return rows[0]!
}

function mail(to: string, template: Partial<MailTemplate> = {}): Mail {
  return { to, template: { subject: 'A letter', paragraphs: ['Something.'], ...template } }
}

/** Undoes quoted-printable and base64 well enough to look for words. */
function decoded(source = ''): string {
  const parts = source.split(/\r?\n\r?\n/)
  const asBase64 = parts.map((part) => Buffer.from(part, 'base64').toString('utf8')).join('\n')
  const bytes = source
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
  return `${asBase64}\n${Buffer.from(bytes, 'latin1').toString('utf8')}`
}

async function readPause(): Promise<number> {
  const { rows } = await db.execute<{ pause: string }>(sql`
    select extract(epoch from next_attempt_at - clock_timestamp()) as pause from mails`)
  return Number(rows[0]?.pause)
}

async function passTime(interval: string): Promise<void> {
  await db.execute(sql`update mails set next_attempt_at = next_attempt_at - ${interval}::interval`)
}
