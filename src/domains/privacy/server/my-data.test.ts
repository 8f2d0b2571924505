import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { ask, eraseAccount } from '../../../../tests/support/erasing.ts'
import { makeAdmin, makeLearner, type Person, unique } from '../../../../tests/support/factories.ts'
import { readOutbox, readResetToken } from '../../../../tests/support/read-outbox.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import {
  changeAddress,
  countRows,
  findMark,
  lifePassword,
  liveWholeLife,
} from '../../../../tests/support/whole-life.ts'
import { forgotPassword } from '../../accounts/contract.ts'
import { hashPassword } from '../../accounts/server/passwords.ts'
import { verifyCertificate } from '../../certificates/contract.ts'
import { impersonateLearner } from '../../learners/contract.ts'
import { fetchExport, listExports, readRegister, requestExport } from '../contract.ts'
import { makeExports, removeLostExports } from './exports/make-exports.ts'
import { columnsOf } from './register/columns-of.ts'
import { impersonalColumns } from './register/impersonal-columns.ts'
import { personalTables, withheldOf } from './register/personal-tables.ts'

const server = await startTestServer({ razorpay: true })
const owner = await makeAdmin(server.db)
afterAll(() => server.close())

/** Of what holds words. */
const keptBack = [
  'alarms.message',
  'authenticator_apps.pending_secret',
  'authenticator_apps.sealed_secret',
  'differences.message',
  'differences.note',
  'mails.attachment',
  'mails.html',
  'mails.last_error',
  'mails.unsubscribe_url',
  'passkeys.id',
  'pending_sign_ups.name',
  'pending_sign_ups.password_hash',
  'sign_up_attempts.name',
  'sign_up_attempts.password_hash',
]

test('the register knows every column of the database, each once', async () => {
  const columns = await ask<{ name: string }>(
    server,
    `
    select c.relname || '.' || a.attname as name
      from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0
       and not a.attisdropped`,
  )

  const personal = Object.entries(personalTables).flatMap(([name, table]) =>
    [...columnsOf(table.given), ...Object.keys(withheldOf(table))].map(
      (column) => `${name}.${column}`,
    ),
  )
  const impersonal = Object.entries(impersonalColumns).flatMap(([table, list]) =>
    columnsOf(list).map((column) => `${table}.${column}`),
  )

  expect([...personal, ...impersonal].toSorted()).toEqual(
    columns.map(({ name }) => name).toSorted(),
  )
})

describe('somebody who has lived a whole life here', () => {
  test('has a row in each table, takes each mark along and nothing of others, and is gone without a trace', async () => {
    const mark = 'mrkanne'
    const otherMark = 'mrkbela'
    const { person, marks, certificateId } = await liveWholeLife(server, owner, mark)
    const other = await liveWholeLife(server, owner, otherMark)
    const counts = await countRows(server, person.id)
    expect(Object.entries(counts).filter(([, n]) => n === 0)).toEqual([['erasures', 0]])
    const untouched = await describeUntouched(other.person.id)
    const booksBefore = await readBooks()

    const zip = await takeCopy(person)

    const taken = (table: string, column: string) => {
      const rows: Record<string, unknown>[] = JSON.parse(zip[`data/${table}.json`] ?? '[]')
      return rows.some((row) => JSON.stringify(row[column] ?? '').includes(mark))
    }
    const missing = [...marks].flatMap(([table, columns]) =>
      columns.filter((column) => !taken(table, column)).map((column) => `${table}.${column}`),
    )
    // Each for the reason that the register gives.
    expect(missing.toSorted()).toEqual(keptBack)
    expect(zip['data/mails.json']).toContain(`"recipient": "former-${mark}@example.test"`)
    expect(Object.entries(zip).filter(([, text]) => text.includes(otherMark))).toEqual([])
    expect(Object.keys(zip).filter((name) => name.endsWith('.pdf'))).toHaveLength(3)

    await eraseAccount(server, person)

    expect(await findMark(server, mark)).toEqual([])
    expect(await findMark(server, otherMark)).not.toEqual([])
    expect(await describeUntouched(other.person.id)).toEqual(untouched)
    expect(await readBooks()).toEqual(booksBefore)
    expect(await listMediaWith(mark)).toEqual([])
    expect(server.logged.filter((line) => line.includes(mark))).toEqual([])
    const outbox = await (await server.fetch('/dev/outbox')).text()
    expect(outbox).not.toContain(mark)
    const shown = await server.visitor(verifyCertificate, {
      params: { certificate_id: certificateId },
    })
    expect(shown).toMatchObject({ certificate_id: certificateId, user_name: '', revoked: false })
  })
})

describe('a copy of somebody’s data', () => {
  test('is made once however often it is asked for, and by whoever comes after a process that died', async () => {
    const person = await makeLearner(server.db)
    await Promise.all([1, 2, 3].map(() => server.as(person)(requestExport, {})))
    const { exports } = await server.as(person)(listExports, {})
    expect(exports).toHaveLength(1)
    const id = exports[0]?.id ?? ''
    const dying = {
      ...server.media,
      write: async () => {
        throw new Error('Killed')
      },
    }
    const deps = exporting()
    await expect(makeExports({ ...deps, media: dying })).rejects.toThrow('Killed')
    await makeExports(deps)
    expect((await server.as(person)(listExports, {})).exports[0]?.size_in_bytes).toBeNull()

    await ask(server, `update data_exports set due_at = now() where id = $1`, id)
    await Promise.all([makeExports(deps), makeExports(deps)])

    expect((await server.as(person)(listExports, {})).exports[0]?.size_in_bytes).toBeGreaterThan(0)
    const mails = await readOutbox(server, person.email)
    expect(mails.map(({ subject }) => subject)).toEqual(['The copy of your data is ready'])
  })

  test('stays with the process that writes it, however long that takes, until another one has it', async () => {
    const person = await makeLearner(server.db)
    await server.as(person)(requestExport, {})
    const { exports } = await server.as(person)(listExports, {})
    const id = exports[0]?.id ?? ''
    const makeWhile = async (changes: string): Promise<unknown> => {
      async function* slowly(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
        for await (const chunk of content) {
          if (changes !== '')
            await ask(server, `update data_exports set ${changes} where id = $1`, id)
          changes = ''
          yield chunk
        }
      }
      let claimed: unknown
      const write: typeof server.media.write = async (key, content, options) => {
        await server.media.write(key, Readable.from(slowly(Readable.from(content))), options)
        claimed = await ask(
          server,
          'select due_at > now() as is_ours from data_exports where id = $1',
          id,
        )
      }
      await makeExports({ ...exporting(), media: { ...server.media, write } }, undefined, 0)
      return claimed
    }

    await expect(makeWhile('attempts = attempts + 1')).rejects.toThrow('by another process')
    await ask(server, `update data_exports set due_at = now() where id = $1`, id)
    expect(await makeWhile(`due_at = now() - interval '1 second'`)).toEqual([{ is_ours: true }])
    expect((await server.as(person)(listExports, {})).exports[0]?.size_in_bytes).toBeGreaterThan(0)
  })

  test('and an erasure read their mails by an index', async () => {
    const plan = await server.owner.db.transaction(async (db) => {
      await db.execute(sql`set local enable_seqscan = off`)
      const found = await db.execute(
        sql`explain select from mails where recipient = any ('{a}') or learner_id = any ('{${sql.raw(owner.id)}}')`,
      )
      return JSON.stringify(found.rows)
    })
    expect(plan).toContain('mails_learner')
  })

  test('is fetched by its person alone, not by who looks at the account, and for a week', async () => {
    const person = await makeLearner(server.db)
    const zip = await takeCopy(person)
    expect(zip['data/users.json']).toContain(person.email)
    const { exports } = await server.as(person)(listExports, {})
    const params = { id: exports[0]?.id ?? '' }
    const other = await makeLearner(server.db)
    await expect(server.as(other)(fetchExport, { params })).rejects.toMatchObject({
      code: 'export_not_found',
    })
    const view = await server.as(owner)(impersonateLearner, {
      params: { id: person.id },
      body: { reason: 'To help' },
    })
    await expect(server.as(view)(fetchExport, { params })).rejects.toMatchObject({
      code: 'not_in_views',
    })

    await ask(
      server,
      `update data_exports set expires_at = now() - interval '1 second' where id = $1`,
      params.id,
    )

    await expect(server.as(person)(fetchExport, { params })).rejects.toMatchObject({
      code: 'export_not_found',
    })
    await makeExports(exporting())
    expect(await server.media.sizeOf(`export-${params.id}.zip`)).toBeNull()
    expect((await server.as(person)(listExports, {})).exports).toEqual([])
  })

  test('opens nothing by a link that was mailed to its person', async () => {
    const person = await makeLearner(server.db)
    await server.visitor(forgotPassword, { body: { email: person.email } })
    const token = await vi.waitFor(() => readResetToken(server, person.email))

    const zip = await takeCopy(person)

    expect(zip['data/mails.json']).toContain('Choose a new password')
    expect(Object.entries(zip).filter(([, text]) => text.includes(token))).toEqual([])
    expect(JSON.parse(zip['schema.json'] ?? '').mails.left_out).toHaveProperty('text')
  })

  test('has nothing that somebody else was mailed who had a former address of its person meanwhile', async () => {
    const passwordHash = await hashPassword(lifePassword)
    const email = `${unique('shared')}@example.test`
    const move = async (person: Person) =>
      changeAddress(server, person, `${unique('moved')}@example.test`)
    const first = await move(
      await makeLearner(server.db, { email, passwordHash, name: 'Asha One' }),
    )
    expect((await takeCopy(first))['data/mails.json']).toContain(`"recipient": "${email}"`)
    const second = await move(
      await makeLearner(server.db, { email, passwordHash, name: 'Bela Two' }),
    )

    const [ofFirst, ofSecond] = [await takeCopy(first), await takeCopy(second)]

    expect(ofFirst['data/mails.json']).toContain(`"recipient": "${first.email}"`)
    expect(ofFirst['data/mails.json']).not.toContain('Bela Two')
    expect(ofSecond['data/mails.json']).toContain(`"recipient": "${second.email}"`)
    expect(ofSecond['data/mails.json']).not.toContain('Asha One')
  })

  test('that a killed process left without its row is removed', async () => {
    await server.media.write('export-lost.zip', Buffer.from('of somebody'), {
      type: 'application/zip',
    })

    await removeLostExports({ db: server.db, media: server.media })

    expect(await server.media.list('export-lost')).toEqual([])
  })
})

test('what is kept about people is told to anyone, each kind with its purpose', async () => {
  const { records } = await server.visitor(readRegister, {})

  expect(records.flatMap(({ tables }) => tables).toSorted()).toEqual(
    Object.keys(personalTables).toSorted(),
  )
})

/** As the jobs of a process have it. */
function exporting() {
  const { checkout, media, settings } = server
  return { ...checkout, media, followed: { env: {}, dataDir: settings.dataDir } }
}

/** By the calls that a person makes: what is in the ZIP as text, by name. */
async function takeCopy(person: Person): Promise<Record<string, string>> {
  await server.as(person)(requestExport, {})
  await makeExports(exporting())
  const { exports } = await server.as(person)(listExports, {})
  const made = exports.find(({ size_in_bytes }) => size_in_bytes !== null && size_in_bytes > 1)
  const answer = await server.fetch(`/api/my-data/exports/${made?.id}/file`, {
    headers: { authorization: `Bearer ${person.token}` },
  })
  expect(answer.headers.get('content-type')).toBe('application/zip')
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  return Object.fromEntries(
    Object.entries(files).map(([name, content]) => [name, Buffer.from(content).toString()]),
  )
}

/** All that somebody else has, whatever is in it. */
async function describeUntouched(learnerId: string): Promise<unknown> {
  const counts = await countRows(server, learnerId)
  const [row] = await ask<object>(server, 'select * from users where id = $1', learnerId)
  return { counts, row }
}

/** To the paisa: what the academy owes, has and told the tax office, and how it counts. */
async function readBooks(): Promise<unknown> {
  const figures = await ask(server, 'select * from insight_changes order by id')
  const sums = await ask(
    server,
    `
    select (select jsonb_agg(to_jsonb(o) - 'failure' order by id) from orders o) as orders,
           (select jsonb_agg(to_jsonb(r) order by id) from refunds r) as refunds,
           (select jsonb_agg(to_jsonb(i) order by order_id, happened_at) from income i) as income,
           (select jsonb_agg(to_jsonb(d) - 'buyer_name' - 'buyer_email' - 'buyer_address' - 'buyer_gstin'
                             - 'buyer_kept_until' order by id) from tax_documents d) as documents,
           (select jsonb_agg(to_jsonb(s)) from tax_series s) as tax_series,
           (select jsonb_agg(to_jsonb(s)) from receipt_series s) as receipt_series,
           (select jsonb_agg(to_jsonb(l) - 'reason' order by id) from access_ledger l) as ledger,
           (select count(*) from audit_log where act not like '%/my-data/%') as acts`,
  )
  return { figures, sums }
}

async function listMediaWith(mark: string): Promise<string[]> {
  const folder = join(server.settings.dataDir, 'media')
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const found: string[] = []
  for (const name of names) {
    const content = await readFile(join(folder, name)).catch(() => Buffer.from(''))
    if (content.includes(mark) || name.startsWith('export-')) found.push(name)
  }
  return found
}
