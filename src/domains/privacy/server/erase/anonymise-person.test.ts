import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { ask, carryOut, letTimePass, requested } from '../../../../../tests/support/erasing.ts'
import { makeAdmin } from '../../../../../tests/support/factories.ts'
import { startTestServer } from '../../../../../tests/support/start-test-server.ts'
import { liveWholeLife } from '../../../../../tests/support/whole-life.ts'
import { cancelErasure, requestErasure } from '../../contract.ts'

const server = await startTestServer({ razorpay: true })
const owner = await makeAdmin(server.db)
afterAll(() => server.close())

describe('what is only ever added to', () => {
  test('is opened by nobody for somebody whose time has not come', async () => {
    const { person } = await liveWholeLife(server, owner, 'mrkshut')
    await expect(ask(server, 'select anonymise_person($1)', person.id)).rejects.toThrow(
      /no erasure/,
    )
    await server.as(person)(requestErasure, { body: requested })
    await expect(ask(server, 'select anonymise_person($1)', person.id)).rejects.toThrow(
      /no erasure/,
    )
    await expect(
      ask(server.owner, `update erasures set due_at = now() where learner_id = $1`, person.id),
    ).rejects.toThrow(/erasures_cooling_off/)
    const [{ id } = { id: '' }] = await ask<{ id: string }>(
      server,
      'select id from erasures where learner_id = $1',
      person.id,
    )
    for (const change of [
      `update audit_log set reason = 'x' where subject_id = '${person.id}'`,
      `update access_ledger set reason = 'x' where learner_id = '${person.id}'`,
      `update tax_documents set buyer_name = 'x' where learner_id = '${person.id}'`,
      `update order_events set outcome = 'x' where order_id in (select id from orders where learner_id = '${person.id}')`,
    ]) {
      await expect(
        server.owner.db.transaction(async (db) => {
          await db.execute(sql`select set_config('academy.erasing', ${id}, true)`)
          await db.execute(sql.raw(change))
        }),
      ).rejects.toThrow(/Failed query/)
    }
    await server.as(person)(cancelErasure, {})
  })

  test('keeps sums, numbers and dates also while it is opened', async () => {
    const { person } = await liveWholeLife(server, owner, 'mrkopen')
    await server.as(person)(requestErasure, { body: requested })
    await letTimePass(server, person)
    const [{ id } = { id: '' }] = await ask<{ id: string }>(
      server,
      'select id from erasures where learner_id = $1',
      person.id,
    )
    for (const change of [
      `update audit_log set act = 'x' where subject_id = '${person.id}'`,
      `delete from audit_log where subject_id = '${person.id}'`,
      `update access_ledger set change = 'revocation' where learner_id = '${person.id}'`,
      `update tax_documents set amount_in_paise = 1 where learner_id = '${person.id}'`,
      `delete from tax_documents where learner_id = '${person.id}'`,
    ]) {
      await expect(
        server.owner.db.transaction(async (db) => {
          await db.execute(sql`select set_config('academy.erasing', ${id}, true)`)
          await db.execute(sql.raw(change))
        }),
      ).rejects.toThrow(/Failed query/)
    }
    await carryOut(server, person)
  })

  test('keeps nothing of what could not be read', async () => {
    const { person } = await liveWholeLife(server, owner, 'mrkodd')
    await server.db.execute(sql`
      insert into order_events (order_id, source, kind, external_id, content, outcome)
      select id, 'webhook', 'unreadable', 'evt_mrkodd', '{"base64":"bXJrb2Rk"}', 'Odd.'
        from orders where learner_id = ${person.id} limit 1`)
    await server.as(person)(requestErasure, { body: requested })
    await letTimePass(server, person)

    await carryOut(server, person)

    const kept = `select content from order_events where external_id = 'evt_mrkodd'`
    expect(await ask(server, kept)).toEqual([{ content: {} }])
  })
})
