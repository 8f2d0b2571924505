import { hashPassword } from '../../src/domains/accounts/server/passwords.ts'
import { requestErasure } from '../../src/domains/privacy/contract.ts'
import {
  type RunDependencies,
  runErasures,
} from '../../src/domains/privacy/server/erase/run-erasures.ts'
import { createRecordAuditEvent } from '../../src/domains/staff/server/record-audit-event.ts'
import { makeLearner, type Person } from './factories.ts'
import type { TestServer } from './start-test-server.ts'
import { lifePassword } from './whole-life.ts'

export const requested = { password: lifePassword, keeps_certificates: false }

/** Statements as they stand, for what no call of the academy does. */
export async function ask<Row extends object>(
  { pool }: Pick<TestServer, 'pool'>,
  text: string,
  ...values: unknown[]
): Promise<Row[]> {
  return (await pool.query(text, values)).rows as Row[]
}

/** As the jobs of a process have it. */
export function erasureJobs(
  { db, media, settings, checkout }: TestServer,
  overrides: Partial<RunDependencies> = {},
): RunDependencies {
  return {
    db,
    media,
    brand: settings.brand,
    queueMail: checkout.queueMail,
    recordAuditEvent: createRecordAuditEvent(db),
    places: async () => ({ dataDir: settings.dataDir, backups: null }),
    ...overrides,
  }
}

/** As if the week were over, or what is waited for. */
export async function letTimePass(
  { owner }: Pick<TestServer, 'owner'>,
  { id }: Pick<Person, 'id'>,
): Promise<void> {
  await ask(
    owner,
    `update erasures set requested_at = now() - interval '8 days', due_at = now() - interval '1 day',
       next_attempt_at = case when finished_at is null then now() end where learner_id = $1`,
    id,
  )
}

/** All steps, and the last look ten minutes later. */
export async function carryOut(
  server: TestServer,
  person: Pick<Person, 'id'>,
  deps = erasureJobs(server),
): Promise<void> {
  for (const _ of ['steps', 'last look']) {
    await letTimePass(server, person)
    await runErasures(deps)
  }
}

export async function readErasureState(
  server: Pick<TestServer, 'pool'>,
  { id }: Pick<Person, 'id'>,
): Promise<'none' | 'waits' | 'done'> {
  const [row] = await ask<{ finished_at: Date | null }>(
    server,
    'select finished_at from erasures where learner_id = $1',
    id,
  )
  if (!row) return 'none'
  return row.finished_at ? 'done' : 'waits'
}

/** Asked for by who has the password of a whole life, and carried out to the end. */
export async function eraseAccount(
  server: TestServer,
  person: Person,
  { keeps = false } = {},
): Promise<void> {
  await server.as(person)(requestErasure, { body: { ...requested, keeps_certificates: keeps } })
  let state: string = 'waits'
  // Whoever holds a row of theirs at that moment goes first, and the erasure comes again.
  for (let tries = 0; state === 'waits' && tries < 10; tries += 1) {
    await carryOut(server, person)
    state = await readErasureState(server, person)
  }
  if (state !== 'done') throw new Error(`The erasure of ${person.email} ${state}`)
}

/** Who has a password and says where they live, as an academy that is registered for tax asks. */
export async function makePerson(
  server: TestServer,
  overrides: { email?: string; name?: string } = {},
): Promise<Person> {
  lifePasswordHash ??= hashPassword(lifePassword)
  const passwordHash = await lifePasswordHash
  const person = await makeLearner(server.db, { passwordHash, ...overrides })
  await ask(
    server,
    `insert into buyer_tax_details (learner_id, state_code) values ($1, '32')`,
    person.id,
  )
  return person
}

let lifePasswordHash: Promise<string> | undefined
