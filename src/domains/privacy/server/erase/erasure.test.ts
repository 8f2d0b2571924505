import { type SQL, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { buy, eventually, listSandbox, pay } from '../../../../../tests/support/buy.ts'
import { ask, eraseAccount, makePerson } from '../../../../../tests/support/erasing.ts'
import {
  completeCourse,
  makeAdmin,
  makeCourse,
  type Person,
} from '../../../../../tests/support/factories.ts'
import { readCode, readOutbox } from '../../../../../tests/support/read-outbox.ts'
import { startTestServer } from '../../../../../tests/support/start-test-server.ts'
import { lifePassword } from '../../../../../tests/support/whole-life.ts'
import { login, readProfile, signUp, verifySignUp } from '../../../accounts/contract.ts'
import { getBadge, getCertificate, verifyCertificate } from '../../../certificates/contract.ts'
import { createOrder } from '../../../checkout/contract.ts'
import { performRefunds } from '../../../checkout/server/refunds/perform-refunds.ts'
import { requestRefund } from '../../../checkout/server/refunds/request-refund.ts'
import { giveCourse } from '../../../learners/contract.ts'
import { forgetOldRows } from '../../../operations/server/old-rows/forget-old-rows.ts'
import { putMyTaxDetails, putTaxSettings } from '../../../tax/contract.ts'

const server = await startTestServer({ razorpay: true })
const owner = await makeAdmin(server.db)
afterAll(() => server.close())

describe('who was forgotten', () => {
  test('cannot log in, is given nothing, and signs up anew as a stranger', async () => {
    const person = await makePerson(server)
    const course = await makeCourse(server.db)
    await buy(server, person, course)

    await eraseAccount(server, person)

    await expect(server.as(person)(readProfile, {})).rejects.toMatchObject({ status: 401 })
    await expect(
      server.visitor(login, { body: { email: person.email, password: lifePassword } }),
    ).rejects.toMatchObject({ code: 'credentials_wrong' })
    await expect(
      server.as(owner)(giveCourse, {
        params: { id: person.id },
        body: { course_id: course.id, reason: 'Again' },
      }),
    ).rejects.toMatchObject({ code: 'learner_erased' })
    const password = 'another good password'
    const { email } = person
    await server.visitor(signUp, {
      body: { email, name: 'A Stranger', password, confirm_password: password },
    })
    const { user } = await server.visitor(verifySignUp, {
      body: { email, verification_code: await readCode(server, email) },
    })
    expect(user).toMatchObject({ name: 'A Stranger', purchased_courses: [] })
    expect(user.id).not.toBe(person.id)
  })

  test('has a certificate without a name, whose badge is withdrawn, unless they keep it', async () => {
    const course = await makeCourse(server.db)
    const certify = async () => {
      const person = await makePerson(server, { name: 'Leela Varma' })
      await completeCourse(server.db, person, course)
      const params = { course_id: course.id }
      const { certificate_id } = await server.as(person)(getCertificate, { params })
      await server.visitor(getBadge, { params: { certificate_id } })
      return { person, certificate_id }
    }
    const [gone, kept] = [await certify(), await certify()]

    await eraseAccount(server, gone.person)
    await eraseAccount(server, kept.person, { keeps: true })

    const verify = (certificate_id: string) =>
      server.visitor(verifyCertificate, { params: { certificate_id } })
    expect(await verify(gone.certificate_id)).toMatchObject({ user_name: '', revoked: false })
    expect(await verify(kept.certificate_id)).toMatchObject({ user_name: 'Leela Varma' })
    await expect(
      server.visitor(getBadge, { params: { certificate_id: gone.certificate_id } }),
    ).rejects.toMatchObject({ code: 'certificate_withdrawn' })
    await server.visitor(getBadge, { params: { certificate_id: kept.certificate_id } })
  })

  test('stays on an invoice to a business until its eight years are over, and on no other', async () => {
    const seller = { legal_name: 'Academy', address: 'Bengaluru', state: '29', sac: '999293' }
    await server.as(owner)(putTaxSettings, { body: { ...seller, gstin: '29AAGCB7383J1Z4' } })
    const course = await makeCourse(server.db)
    const business = await makePerson(server)
    await server.as(business)(putMyTaxDetails, {
      body: {
        state: '27',
        gstin: '27AAPFU0939F1ZV',
        business_name: 'Usha Films LLP',
        address: '4 Marine Drive, Mumbai',
      },
    })
    const learner = await makePerson(server)
    for (const person of [business, learner]) {
      await buy(server, person, course)
      await eraseAccount(server, person)
    }

    const read = ({ id }: Person) =>
      ask(
        server,
        `select buyer_name, buyer_email, buyer_address, buyer_gstin, buyer_state,
                extract(year from buyer_kept_until)::int
                  - extract(year from india_day(issued_at) - interval '3 months')::int as years
           from tax_documents where learner_id = $1`,
        id,
      )
    expect(await read(business)).toEqual([
      {
        buyer_name: 'Usha Films LLP',
        buyer_email: '',
        buyer_address: '4 Marine Drive, Mumbai',
        buyer_gstin: '27AAPFU0939F1ZV',
        buyer_state: '27',
        years: 9, // nine after the year in which its financial year began
      },
    ])
    expect(await read(learner)).toEqual([
      expect.objectContaining({ buyer_name: '', buyer_gstin: null, years: null }),
    ])
    await atTheEndOfKeeping(business)
    await forgetOldRows(server.db)
    expect(await read(business)).toEqual([
      expect.objectContaining({ buyer_name: '', buyer_address: null, buyer_gstin: null }),
    ])
  })

  test('stays on a credit note of later years for eight years of its own', async () => {
    const seller = { legal_name: 'Academy', address: 'Bengaluru', state: '29', sac: '999293' }
    await server.as(owner)(putTaxSettings, { body: { ...seller, gstin: '29AAGCB7383J1Z4' } })
    const business = await makePerson(server)
    await server.as(business)(putMyTaxDetails, {
      body: {
        state: '27',
        gstin: '27AAPFU0939F1ZV',
        business_name: 'Usha Films LLP',
        address: '4 Marine Drive, Mumbai',
      },
    })
    await buy(server, business, await makeCourse(server.db))
    await eraseAccount(server, business)
    await changeDocuments(sql`buyer_kept_until = buyer_kept_until - interval '2 years'`, business)
    const [invoice] = await readKept(business)

    const [order] = await ask<{ id: string }>(
      server,
      'select id from orders where learner_id = $1',
      business.id,
    )
    await requestRefund(server.checkout, { orderId: order!.id })

    expect(await readKept(business)).toEqual([
      invoice,
      { kind: 'credit_note', buyer_name: 'Usha Films LLP', years: 9 },
    ])
    expect(invoice?.years).toBe(7)
  })

  test('gets back what they pay afterwards, and nobody is written to', async () => {
    const person = await makePerson(server)
    const course = await makeCourse(server.db)
    const order = await server.as(person)(createOrder, { body: { course_id: course.id } })
    await ask(
      server,
      `update orders set created_at = now() - interval '2 days' where learner_id = $1`,
      person.id,
    )
    await eraseAccount(server, person)

    await pay(server, order.order_id, { webhook: 'now' })

    const paid = await eventually(
      () =>
        ask<{ status: string }>(
          server,
          'select status from orders where learner_id = $1',
          person.id,
        ),
      ([row]) => row?.status === 'refunded',
    )
    expect(paid).toHaveLength(1)
    expect(await ask(server, 'select from entitlements where learner_id = $1', person.id)).toEqual(
      [],
    )
    const [{ id } = { id: '' }] = await ask<{ id: string }>(
      server,
      'select razorpay_payment_id as id from orders where learner_id = $1',
      person.id,
    )
    const refunds = await eventually(
      async () => {
        await performRefunds(server.checkout)
        const all = await listSandbox<{ payment_id: string }>(server, 'refunds')
        return all.filter(({ payment_id }) => payment_id === id)
      },
      (found) => found.length > 0,
    )
    expect(refunds).toHaveLength(1)
    expect(await ask(server, `select from mails where recipient like '%erased.invalid'`)).toEqual(
      [],
    )
    expect(await readOutbox(server, person.email)).toEqual([])
  })

  test('leaves a word in the audit log of what was done, without a name', async () => {
    const person = await makePerson(server)
    await eraseAccount(server, person)

    const [act] = await ask<{ after: Record<string, number>; searched: string }>(
      server,
      `select after, searched from audit_log where subject_kind = 'erasure' order by id desc limit 1`,
    )
    expect(act?.after).toMatchObject({ users: 1, buyer_tax_details: 1 })
    expect(act?.searched).not.toContain(person.email)
  })
})

/** The day is over until which a law wants the buyer's name. */
function atTheEndOfKeeping(person: Person): Promise<void> {
  return changeDocuments(sql`buyer_kept_until = current_date - 1`, person)
}

/** Of each document of somebody, how many years after its financial year began its buyer is let go. */
function readKept({ id }: Person) {
  return ask<{ kind: string; buyer_name: string; years: number | null }>(
    server,
    `select kind, buyer_name,
            extract(year from buyer_kept_until)::int
              - extract(year from india_day(issued_at) - interval '3 months')::int as years
       from tax_documents where learner_id = $1 order by issued_at`,
    id,
  )
}

async function changeDocuments(change: SQL, { id }: Person): Promise<void> {
  await server.owner.db.transaction(async (db) => {
    await db.execute(sql`alter table tax_documents disable trigger tax_documents_append_only`)
    await db.execute(sql`update tax_documents set ${change} where learner_id = ${id}`)
    await db.execute(sql`alter table tax_documents enable trigger tax_documents_append_only`)
  })
}
