import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createRazorpayClient } from '../src/integrations/razorpay/client.ts'
import { measureWork } from '../tests/support/measure-work.ts'
import { openJournal } from './journal.ts'
import { makeOrder as makeOrderEntity } from './make-order.ts'
import { startStandIn } from './start-stand-in.ts'
import { openStore } from './store.ts'
import {
  keyId,
  keySecret,
  makeOrder,
  openTestStandIn,
  patience,
  webhookSecret,
} from './test-stand-in.ts'

const oldOrder = {
  id: 'order_AAAAAAAAAAAAAA',
  entity: 'order',
  amount: 100,
  amount_paid: 100,
  amount_due: 0,
  currency: 'INR',
  receipt: null,
  offer_id: null,
  status: 'paid',
  attempts: 1,
  notes: [],
  created_at: 1,
  capture_mode: 'automatic',
}
const oldPayment = {
  id: 'pay_AAAAAAAAAAAAAA',
  entity: 'payment',
  amount: 100,
  currency: 'INR',
  status: 'captured',
  order_id: oldOrder.id,
  invoice_id: null,
  international: false,
  method: 'wallet',
  amount_refunded: 0,
  refund_status: null,
  captured: true,
  description: null,
  card_id: null,
  bank: null,
  wallet: 'mobikwik',
  vpa: null,
  email: null,
  contact: null,
  notes: [],
  fee: 2,
  tax: 0,
  error_code: null,
  error_description: null,
  error_source: null,
  error_step: null,
  error_reason: null,
  acquirer_data: { transaction_id: null },
  created_at: 1,
}
const oldDispute = {
  id: 'disp_AAAAAAAAAAAAAA',
  entity: 'dispute',
  payment_id: oldPayment.id,
  amount: 100,
  currency: 'INR',
  amount_deducted: 0,
  reason_code: 'goods_or_services_not_provided',
  respond_by: 2,
  phase: 'chargeback',
  created_at: 1,
}

describe('what the stand-in holds', () => {
  test('is there again after kill -9, with the webhooks that were still to come', async () => {
    const opened = await openTestStandIn()
    const first = await forkStandIn(opened.dataDir, 'http://127.0.0.1:9')
    const client = createRazorpayClient({
      keys: { keyId, keySecret },
      provider: { apiUrl: first.url },
    })
    const order = await makeOrder(client)
    await fetch(`${first.url}/sandbox/orders/${order.id}/pay`, { method: 'POST' })
    first.child.kill('SIGKILL')
    await once(first.child, 'exit')

    const second = await startStandIn({
      host: '127.0.0.1',
      port: 0,
      dataDir: opened.dataDir,
      keyId,
      keySecret,
      webhookSecret,
      webhookUrl: opened.webhookUrl,
      log: pino({ level: 'silent' }),
      firstRetryInMs: 10,
    })
    onTestFinished(() => second.close())

    const again = createRazorpayClient({
      keys: { keyId, keySecret },
      provider: { apiUrl: second.url },
    })
    expect(await again.fetchOrder(order.id)).toMatchObject({ status: 'paid' })
    // Each is taken up by a clock of its own, so they may overtake one another.
    await expect
      .poll(() => opened.received.map(({ event }) => event).toSorted(), patience)
      .toEqual(['order.paid', 'payment.authorized', 'payment.captured'])
  })

  test('loses only the change that was being written when the machine stopped', async () => {
    const { dataDir, client } = await openTestStandIn()
    const first = await makeOrder(client)
    const [journal] = await readdir(dataDir)
    await appendFile(join(dataDir, journal!), '{"orders":[{"id":"order_torn')

    const second = makeOrderEntity({ amount: 100, currency: 'INR' }, 1)
    openStore(openJournal(dataDir)).commit({ orders: [second] })

    const { orders } = openStore(openJournal(dataDir))
    expect([...orders.keys()]).toEqual([first.id, second.id])
  })

  test('is read as well when an older stand-in wrote it', async () => {
    const { dataDir } = await openTestStandIn()
    const dispute = { ...oldDispute, status: 'action_required' }
    openJournal(dataDir).append({
      orders: [oldOrder],
      payments: [oldPayment],
      disputes: [dispute],
    })

    const { orders, payments, disputes } = openStore(openJournal(dataDir))

    expect(orders.get(oldOrder.id)).toMatchObject({ manual_expiry_in_minutes: null })
    expect(payments.get(oldPayment.id)).toMatchObject({ base_amount: 100, token_id: null })
    expect(disputes.get(dispute.id)).toMatchObject({ status: 'open', evidence: null })
  })

  test('does not outlive the program that started it', async () => {
    const opened = await openTestStandIn()
    const { child } = await forkStandIn(opened.dataDir, opened.standIn.url)

    child.disconnect()

    expect(await once(child, 'exit')).toEqual([0, null])
  })

  test('may be ten thousand orders, written and read in a moment', async () => {
    const { dataDir } = await openTestStandIn()
    const store = openStore(openJournal(dataDir))

    const workInMs = measureWork(() => {
      for (let index = 0; index < 10_000; index += 1) {
        const order = makeOrderEntity({ amount: 100, currency: 'INR', receipt: `r${index}` }, 1)
        store.commit({ orders: [order] })
        store.commit({ orders: [{ ...order, status: 'attempted' }] })
        store.commit({ orders: [{ ...order, status: 'paid' }] })
      }
      openStore(openJournal(dataDir))
    })
    const reopened = openStore(openJournal(dataDir))

    expect(workInMs).toBeLessThan(5000)
    expect(reopened.orders.size).toBe(10_000)
    reopened.compact()
    expect(openJournal(dataDir).read()).toHaveLength(10_000)
    expect(openStore(openJournal(dataDir)).orders).toEqual(store.orders)
  })
})

async function forkStandIn(
  dataDir: string,
  publicUrl: string,
): Promise<{ child: ChildProcess; url: string }> {
  const child = fork(new URL('./main.ts', import.meta.url), {
    env: {
      DATA_DIR: dataDir,
      SANDBOX_PORT: '0',
      PUBLIC_URL: publicUrl,
      RAZORPAY_KEY_ID: keyId,
      RAZORPAY_KEY_SECRET: keySecret,
      RAZORPAY_WEBHOOK_SECRET: webhookSecret,
    },
    execArgv: [],
    silent: true,
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [message] = await once(child, 'message')
  return { child, url: z.object({ url: z.string() }).parse(message).url }
}
