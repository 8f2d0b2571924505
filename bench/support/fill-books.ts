import type pg from 'pg'

/** Of the acts in the audit log every tenth is this one. */
export const commonAct = 'PUT /admin/bench/0'
/** Five people work in the office, whatever the size. */
export const actorOf = (entry: number): number => 1 + (entry % 5)

/** The first purchase of a learner. */
export const orderOf = (learner: number): string =>
  `10000000-0000-7000-8000-${learner.toString(16).padStart(12, '0')}`

interface Filled {
  from: number
  to: number
  /** SQL of the learner `n`, and of when their purchase `place` was made. */
  learnerId: string
  boughtAt: string
}

const documentColumns = `id, kind, series, number, document_number, issued_at, order_id, learner_id,
  refund_id, invoice_id, invoice_number, invoice_issued_at, razorpay_payment_id, seller_legal_name,
  seller_address, seller_state, seller_gstin, sac, buyer_name, buyer_email, buyer_gstin, buyer_state,
  lines, rate_in_percent, amount_in_paise, taxable_in_paise, cgst_in_paise, sgst_in_paise,
  igst_in_paise`
const orderId = `('10000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`
const refundId = `('20000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`
const invoiceId = `('30000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`
const creditNoteId = `('40000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`

/**
 * What the office keeps besides, one for each learner: a coupon, used by every second of them; an
 * invoice of the first purchase; an entry of the audit log. One in twenty was given back, with a
 * credit note. Whoever got money back has the course by another cause.
 */
export async function fillBooks(client: pg.PoolClient, filled: Filled): Promise<void> {
  const people = `generate_series(${filled.from}, ${filled.to}) n`
  await fillCoupons(client, people, filled)
  await fillRefunds(client, people, filled)
  await fillDocuments(client, people, filled)
  await client.query(`
    insert into audit_log (at, actor_id, actor_name, actor_role, act, summary, subject_kind,
           subject_id, ip, outcome, searched)
    select now() - make_interval(secs => (n % 34560000)::int),
           ('00000000-0000-7000-8000-' || lpad(to_hex(1 + n % 5), 12, '0'))::uuid,
           'Actor ' || n % 5, 'owner', 'PUT /admin/bench/' || n % 10, 'Changes something', 'course',
           'subject-' || n, '127.0.0.1', 'done', 'bench actor ' || n % 5 || ' subject-' || n || '.'
      from ${people}`)
}

async function fillCoupons(
  client: pg.PoolClient,
  people: string,
  { learnerId, boughtAt }: Filled,
): Promise<void> {
  await client.query(`
    insert into coupons (code, percent_off, max_uses, uses_used)
    select 'BENCH' || n, 20, 1, n % 2 from ${people} order by n;
    insert into coupon_uses (order_id, coupon_code, learner_id, state, changed_at)
    select ${orderId}, 'BENCH' || n, ${learnerId}, 'used', ${boughtAt}
      from ${people}, (select 0 as place) as first where n % 2 = 1`)
}

/** One in a thousand waits, one is disputed; neither is asked about while the bench runs. */
async function fillRefunds(
  client: pg.PoolClient,
  people: string,
  { boughtAt }: Filled,
): Promise<void> {
  await client.query(`
    insert into refunds (id, order_id, razorpay_payment_id, amount_in_paise, idempotency_key, cause,
           status, razorpay_refund_id, created_at, processed_at)
    select ${refundId}, ${orderId}, 'pay_' || md5(n || '-' || place), 499900, 'refund-' || n,
           'requested', case when isDone then 'processed' else 'pending' end, 'rfnd_' || n,
           ${boughtAt}, case when isDone then ${boughtAt} + interval '1 hour' end
      from ${people}, (select 0 as place) as first, lateral (select n % 1000 <> 1 as isDone) done
     where n % 20 = 1;
    insert into disputes (id, order_id, razorpay_payment_id, status, deducted_in_paise, heard_at)
    select 'disp_' || n, ${orderId}, 'pay_' || md5(n || '-' || place),
           case when n % 1000 = 3 then 'under_review' else 'won' end, 0, ${boughtAt}
      from ${people}, (select 0 as place) as first where n % 100 = 3`)
}

/** Every tenth buyer is registered, three in four live in another State. */
async function fillDocuments(
  client: pg.PoolClient,
  people: string,
  { learnerId, boughtAt, to }: Filled,
): Promise<void> {
  await client.query(`
    insert into tax_series values ('INV/BENCH', ${to}), ('CN/BENCH', ${to})
        on conflict (series) do update set last_number = excluded.last_number;
    insert into tax_documents (${documentColumns})
    select ${invoiceId}, 'invoice', 'INV/BENCH', n, 'INV/B/' || n,
           date_trunc('milliseconds', ${boughtAt}), ${orderId}, ${learnerId}, null, null, null, null,
           'pay_' || md5(n || '-' || place), 'Bench Academy', 'Bengaluru', '29', '29AAPFU0939F1ZR',
           '999293', 'Learner ' || n, 'learner' || n || '@bench.test',
           case when n % 10 = 1 then '27AAPFU0939F1ZV' end, case when isNear then '29' else '27' end,
           '[{"title": "A course", "amountInPaise": 499900, "taxableInPaise": 423644}]', 18, 499900,
           423644, case when isNear then 38128 else 0 end, case when isNear then 38128 else 0 end,
           case when isNear then 0 else 76256 end
      from ${people}, (select 0 as place) as first,
           lateral (select n % 4 = 1 and n % 10 <> 1 as isNear) near
     where n % 50 <> 0;
    analyze tax_documents;
    insert into tax_documents (${documentColumns})
    select ${creditNoteId}, 'credit_note', 'CN/BENCH', n, 'CN/B/' || n,
           invoice.issued_at + interval '1 hour', invoice.order_id, invoice.learner_id, ${refundId},
           invoice.id, invoice.document_number, invoice.issued_at, razorpay_payment_id,
           seller_legal_name, seller_address, seller_state, seller_gstin, sac, buyer_name, buyer_email,
           buyer_gstin, buyer_state, lines, rate_in_percent, amount_in_paise, taxable_in_paise,
           cgst_in_paise, sgst_in_paise, igst_in_paise
      from ${people} join tax_documents invoice on invoice.id = ${invoiceId} where n % 20 = 1`)
}
