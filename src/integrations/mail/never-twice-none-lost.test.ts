import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { startMailServer } from '../../../tests/support/mail-server.ts'
import { quickStart } from '../../../tests/support/quick-start.ts'
import { runs } from '../../../tests/support/runs.ts'
import { openTestDatabase } from '../../../tests/support/test-database.ts'
import { recordMailConsents, wantsMailsOf } from '../../domains/accounts/server/mail-consents.ts'
import { mailConsents, users } from '../../domains/accounts/server/tables.ts'
import { newId } from '../../platform/database/new-id.ts'
import { claimMail } from './claim-mail.ts'
import { deliverMails } from './deliver-mails.ts'
import { createMailQueue, type Mail } from './queue-mail.ts'
import { createSmtpTransport } from './smtp-transport.ts'
import { mails, priorities } from './tables.ts'

const database = await openTestDatabase()
const { db } = database
const postOffice = await startMailServer()
const sender = {
  brand: { name: 'Rang', supportEmail: 'help@academy.test' },
  publicUrl: () => 'https://academy.test',
}
const queueMail = createMailQueue({ sender, outbox: false })
const openTransport = () =>
  createSmtpTransport({
    smtpUrl: postOffice.smtpUrl,
    from: 'no-reply@academy.test',
    maxConnections: 2,
  })
const processes = [openTransport(), openTransport(), openTransport()]
const isWanted = wantsMailsOf
const log = { warn: () => undefined }

afterAll(async () => {
  for (const transport of processes) transport.close()
  await postOffice.close()
  await database.close()
})

const classes = Object.keys(priorities) as (keyof typeof priorities)[] // its own keys
/** Closed: the connection ends when the server has all of the mail. */
type Fate = 'taken' | 'dead' | 'later' | 'closed' | 'closed, taken'
const fates: Fate[] = ['taken', 'taken', 'dead', 'later', 'closed', 'closed, taken']

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('queue' as const),
      mails: fc.array(
        fc.record({ of: fc.constantFrom(...classes), fate: fc.constantFrom(...fates) }),
        { minLength: 1, maxLength: 4 },
      ),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('round' as const),
      processes: fc.integer({ min: 1, max: 3 }),
      connections: fc.integer({ min: 1, max: 2 }),
    }),
  },
  fc.record({ kind: fc.constant('killed' as const), isSent: fc.boolean() }),
  fc.record({
    kind: fc.constant('server' as const),
    turnsAway: fc.constantFrom('close' as const, 'closing' as const, null),
  }),
  fc.record({
    kind: fc.constant('no' as const),
    which: fc.nat({ max: 30 }),
    isBlock: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('time' as const), minutes: fc.constantFrom(1, 5, 400) }),
)
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never

interface Sent {
  address: string
  of: keyof typeof priorities
  fate: Fate
  learnerId: string
  /** Times at which it may have come although nobody knows: a kill, a connection that ends. */
  doubts: number
  /** How often the server had it when its reader said no. */
  hadAtNo: number | null
}

test('in whatever order things happen, no letter comes twice or after a no, nothing is lost, and classes keep their order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      await db.delete(mails)
      await db.delete(users)
      postOffice.received.length = 0
      postOffice.asked.length = 0
      postOffice.turnAway(null)
      const all = new Map<string, Sent>()
      const outOfOrder: string[][] = []

      for (const one of steps) await perform(one, { all, outOfOrder })
      postOffice.turnAway(null)
      for (let round = 0; (await countDue()) > 0 && round < 20; round += 1) {
        await passTime(400)
        await deliver(0, 2)
      }

      expect(await countDue()).toBe(0)
      expect([...all.values()].filter((mail) => !isRight(mail))).toEqual([])
      expect(outOfOrder).toEqual([])
    }),
    { numRuns: runs(14) },
  )
})

function timesTaken(address: string): number {
  return postOffice.received.filter(({ to }) => to.includes(address)).length
}

/** How often the server may have had the mail in the end, at least and at most. */
function boundsOf({ of, fate, doubts, hadAtNo }: Sent): [number, number] {
  if (fate === 'dead') return [0, 0]
  if (of !== 'letter') return [1, 1 + doubts]
  const mayBeLost = hadAtNo !== null || doubts > 0
  return [mayBeLost ? 0 : 1, hadAtNo ?? 1]
}

function isRight(mail: Sent): boolean {
  const [least, most] = boundsOf(mail)
  const times = timesTaken(mail.address)
  // A kill between the server's no and its note lets a mail be asked about once more.
  const asked = postOffice.asked.filter((to) => to === mail.address).length
  const isAskedTooOften = mail.fate === 'dead' && asked > 1 + mail.doubts
  return times >= least && times <= most && !isAskedTooOften
}

interface World {
  all: Map<string, Sent>
  /** What a round of one connection sent in a wrong order. */
  outOfOrder: string[][]
}

async function perform(one: Step, { all, outOfOrder }: World): Promise<void> {
  if (one.kind === 'queue') {
    for (const { of, fate } of one.mails) await queueOne(of, fate, all)
  } else if (one.kind === 'round') {
    const before = postOffice.received.length
    const rounds = processes
      .slice(0, one.processes)
      .map((_, which) => deliver(which, one.connections))
    await Promise.all(rounds)
    if (one.processes > 1 || one.connections > 1) return
    const taken = postOffice.received.slice(before).map(({ to: [to = ''] }) => to)
    const order = taken.map((to) => priorities[all.get(to)?.of ?? 'normal'])
    if (order.some((priority, at) => priority < (order[at - 1] ?? 0))) outOfOrder.push(taken)
  } else if (one.kind === 'killed') {
    await dieWhileSending(one.isSent, all)
  } else if (one.kind === 'server') {
    postOffice.turnAway(one.turnsAway)
  } else if (one.kind === 'no') {
    const mail = [...all.values()][one.which]
    if (mail) await sayNo(mail, one.isBlock)
  } else await passTime(one.minutes)
}

async function queueOne(of: Sent['of'], fate: Fate, all: Map<string, Sent>): Promise<void> {
  const learnerId = newId()
  const address = `${of}-${all.size}-${learnerId}@example.test`
  await db.insert(users).values({ id: learnerId, email: address, name: 'Meera' })
  const yes = { list: 'news', isGiven: true, saidAt: new Date(), source: 'account' } as const
  await db.insert(mailConsents).values({ ...yes, learnerId })
  const mail: Mail = { to: address, template: { subject: of, paragraphs: ['Hello'] } }
  const unsubscribeUrl = 'https://academy.test/unsubscribe'
  if (of === 'letter') mail.letter = { list: 'news', learnerId, unsubscribeUrl }
  if (of === 'urgent') mail.isUrgent = true
  await queueMail(db, mail)
  const isDoubtful = fate.startsWith('closed')
  all.set(address, { address, of, fate, learnerId, doubts: isDoubtful ? 1 : 0, hadAtNo: null })
  if (fate === 'dead') postOffice.answer(address, { at: 'RCPT TO', code: 550 })
  if (fate === 'later') postOffice.answer(address, { at: 'DATA', code: 451 }, 3)
  const isTaken = fate.endsWith('taken')
  if (isDoubtful) postOffice.answer(address, { at: 'DATA', code: 'close', isTaken }, 1)
}

async function deliver(which: number, connections: number): Promise<void> {
  const transport = processes[which]!
  const delivery = { db, transport, renderAttachment: async () => null, isWanted, log }
  await deliverMails(delivery, { connections, mostPriority: priorities.letter })
}

/** What a process leaves that is killed with a claim: before the server has the mail, or after. */
async function dieWhileSending(isSent: boolean, all: Map<string, Sent>): Promise<void> {
  const claim = { mostPriority: priorities.letter, lastsInMs: 120_000, isWanted }
  const claimed = await claimMail(db, claim)
  if (!claimed || claimed.isWithdrawn) return
  all.get(claimed.mail.recipient)!.doubts += 1
  if (isSent) await processes[0]!.send(claimed.mail, null).catch(() => undefined)
}

async function sayNo(mail: Sent, isBlock: boolean): Promise<void> {
  mail.hadAtNo ??= timesTaken(mail.address)
  // The address has changed since the letter was queued.
  await db
    .update(users)
    .set({ email: `${newId()}@new.test` })
    .where(eq(users.id, mail.learnerId))
  if (isBlock) {
    const block = { blockedAt: new Date(), blockedReason: 'Shared' }
    await db.update(users).set(block).where(eq(users.id, mail.learnerId))
  } else {
    const { learnerId } = mail
    await recordMailConsents(db, { learnerId, said: { news: false }, source: 'mail' })
  }
}

async function passTime(minutes: number): Promise<void> {
  const nextAttemptAt = sql`next_attempt_at - make_interval(mins => ${minutes})`
  await db.update(mails).set({ nextAttemptAt })
}

function countDue(): Promise<number> {
  return db.$count(mails, sql`sent_at is null and next_attempt_at is not null`)
}

function countUnclaimed(): Promise<number> {
  return db.$count(mails, sql`attempts = 0`)
}

/** A process of its own that delivers, as the academy's do. */
function startProcess(): ChildProcess {
  const program = `
    import { wantsMailsOf } from './src/domains/accounts/server/mail-consents.ts'
    import { openDatabase } from './src/platform/database/database.ts'
    import { deliverMails } from './src/integrations/mail/deliver-mails.ts'
    import { createSmtpTransport } from './src/integrations/mail/smtp-transport.ts'
    const { db } = openDatabase({ url: process.env.URL, poolSize: 3, onIdleError: () => undefined })
    const transport = createSmtpTransport({ smtpUrl: process.env.SMTP_URL, from: 'a@a.test', maxConnections: 3 })
    const delivery = { db, transport, renderAttachment: async () => null,
      isWanted: wantsMailsOf, log: { warn: () => undefined } }
    for (;;) await deliverMails(delivery, { connections: 3, mostPriority: 2 })`
  return spawn(process.execPath, [...quickStart, '--input-type=module', '-e', program], {
    cwd: join(import.meta.dirname, '../../..'),
    env: { PATH: process.env['PATH'], URL: database.url, SMTP_URL: postOffice.smtpUrl },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

test('three processes, killed again and again, send each mail and no letter twice', async () => {
  await db.delete(mails)
  postOffice.received.length = 0
  postOffice.turnAway(null)
  const list = Array.from({ length: 100 }, (_, at) => at)
  const template = { subject: 'Hello', paragraphs: ['Hello'] }
  const letter = { list: 'news' as const, unsubscribeUrl: 'https://academy.test/unsubscribe' }
  await queueMail(
    db,
    list.map((at) => ({ to: `mail-${at}@example.test`, template })),
  )
  await queueMail(
    db,
    list.map((at) => ({ to: `letter-${at}@example.test`, template, letter })),
  )

  const running = [startProcess(), startProcess(), startProcess()]
  const kill = async () => {
    const [one] = running.splice(0, 1)
    one?.kill('SIGKILL')
    if (one) await once(one, 'close')
  }
  let kills = 0
  while ((await countUnclaimed()) > 0) {
    const killedAt = postOffice.received.length + 5 + Math.floor(Math.random() * 30)
    while (postOffice.received.length < killedAt && (await countUnclaimed()) > 0) await delay(5)
    running.push(startProcess())
    await kill()
    kills += 1
  }
  while (running.length > 0) await kill()
  while ((await countDue()) > 0) {
    await passTime(2) // claims of the killed end
    await deliver(0, 2)
  }

  const { rows } = await db.execute<{ recipient: string; unsure: boolean }>(sql`
    select recipient, may_have_arrived as unsure from mails`)
  const wrong = rows.filter(({ recipient, unsure }) => {
    const times = timesTaken(recipient)
    if (!recipient.startsWith('letter')) return times === 0
    return unsure ? times > 1 : times !== 1
  })
  expect(wrong).toEqual([])
  const doubled = rows.filter(({ recipient }) => timesTaken(recipient) > 1).length
  // A kill between the server's yes and its note: no more than were on their way.
  expect(doubled).toBeLessThanOrEqual((kills + 3) * 3)
})
