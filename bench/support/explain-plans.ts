import type pg from 'pg'
import { currentUserStatement } from '../../src/domains/accounts/server/sessions.ts'
import { courseOwnershipQuery } from '../../src/domains/catalogue/server/get-course.ts'
import { heldCertificateQuery } from '../../src/domains/certificates/server/issue-certificate.ts'
import { myPaymentsQuery } from '../../src/domains/checkout/server/orders/list-my-payments.ts'
import { myCoursesQuery } from '../../src/domains/learning/server/list-my-courses.ts'
import {
  progressSnapshotAgain,
  progressSnapshotQuery,
} from '../../src/domains/learning/server/progress-snapshot.ts'
import { onlyCurrentUser, type SessionQuery } from '../../src/http/server/session-query.ts'
import { orderOf } from './fill-books.ts'
import { courseOf, idOf, tokenOf, videoOf } from './fill-database.ts'

export interface PlanFinding {
  name: string
  isIndexed: boolean
  /** Its scans of tables, e.g. `users: Index Scan`. */
  scans: string
}

/** Tables that do not grow with the number of learners may be read from end to end. */
const smallTables = new Set(['courses', 'modules', 'videos', 'films', 'settlements'])

/** Asks PostgreSQL how it reads, for the very statements that the product runs. */
export async function explainPlans(pool: pg.Pool, learners: number): Promise<PlanFinding[]> {
  const n = Math.ceil(learners / 2)
  const hash = `sha256(convert_to('${tokenOf(n)}', 'UTF8'))`
  const values: Record<string, string> = {
    course_id: courseOf(n),
    video_id: videoOf(courseOf(n), 3),
  }
  const fill = (text: string, at: number, value: string): string =>
    text.replaceAll(`$${at}::`, `${value}::`)
  const withCaller = (query: SessionQuery<unknown>): string =>
    query.params.reduce(
      (text, name, at) => fill(text, at + 2, `array['${values[name]}']`),
      fill(currentUserStatement(query), 1, `array[${hash}]`),
    )
  const again = progressSnapshotAgain.text
    .replaceAll('$1::uuid', `'${idOf(n)}'::uuid`)
    .replaceAll('$2', `'${courseOf(n)}'`)
    .replaceAll('$3', `'${videoOf(courseOf(n), 3)}'`)
  const statements: Record<string, string> = {
    session: withCaller(onlyCurrentUser),
    'my courses': withCaller(myCoursesQuery),
    'one course': withCaller(courseOwnershipQuery),
    'my payments': withCaller(myPaymentsQuery),
    'played seconds': withCaller(progressSnapshotQuery),
    'played seconds, second look': again,
    certificate: withCaller(heldCertificateQuery),
    'first page of all payments': `
      select orders.id, users.name from orders join users on users.id = orders.learner_id
       where razorpay_order_id is not null order by orders.created_at desc, orders.id desc limit 25`,
    'payments by amount': `
      select orders.id, users.name from orders join users on users.id = orders.learner_id
       where razorpay_order_id is not null order by amount_in_paise desc, orders.id desc limit 25`,
    'pending payments': `select * from orders where status = 'pending' order by created_at`,
    'settled payments that the fix looks at': `
      select * from orders
       where status <> 'pending' and razorpay_order_id is not null
         and created_at > now() - interval '180 days'
       order by created_at desc limit 200`,
    'orders to ask about': `
      select id from orders where next_check_at <= now()
       order by status <> 'pending', next_check_at limit 20`,
    'payments settled lately, for silent webhooks': `
      select id from orders
       where completed_at between now() - interval '1 hour' and now() - interval '10 minutes'
         and amount_in_paise > 0`,
    'newest coupons': 'select * from coupons order by number desc limit 51',
    'one coupon and what one learner had of it': `
      select * from coupons join coupon_uses on coupon_uses.coupon_code = coupons.code
       where coupons.code = 'BENCH${n}' and coupon_uses.learner_id = '${idOf(n)}'`,
    'refunds on the way': `
      select * from refunds join orders on orders.id = refunds.order_id
       where refunds.status in ('intended', 'pending')
       order by refunds.created_at desc, refunds.id desc limit 26`,
    'open disputes': `
      select * from disputes where status not in ('won', 'lost', 'closed')
       order by heard_at desc, id desc limit 26`,
    'newest settlements': 'select * from settlements order by settled_at desc, id desc limit 26',
    'open differences': `
      select * from differences where resolved_at is null order by id desc limit 26`,
    'documents of a month, a thousand at a time': `
      select * from tax_documents where issued_at >= now() - interval '60 days'
         and issued_at < now() - interval '30 days' order by issued_at, id limit 1000`,
    'invoice of an order': `select * from tax_documents where order_id = '${orderOf(n)}' and kind = 'invoice'`,
    'newest acts in the audit log': `select * from audit_log order by at desc, id desc limit 51`,
    'acts of one person': `
      select * from audit_log where actor_id = '${idOf(1)}' order by at desc, id desc limit 51`,
    'acts that name a subject': `
      select * from audit_log where searched like '%subject-${n}.%' order by at desc, id desc limit 51`,
    'newest learners': 'select id from users order by created_at desc, id desc limit 26',
    'learners who never started': `
      select users.id from users join learner_standings on learner_id = users.id
       where has_never_started
       order by learner_standings.created_at desc, learner_id desc limit 26`,
    'learners who stalled': `
      select users.id from users join learner_standings on learner_id = users.id
       where has_unfinished and played_at <= now() - interval '14 days'
       order by learner_standings.created_at desc, learner_id desc limit 26`,
    'a learner by a certificate': `select learner_id from certificates where id = 'BENCH-${n}'`,
    'mails to one person': `
      select id from mails where recipient = 'learner${n}@bench.test'
       order by queued_at desc limit 50`,
    'readers of a letter, five thousand at a time': `
      select learner_id from mail_consents where list = 'news' and is_given
         and learner_id > '${idOf(n)}' order by learner_id limit 5000`,
    'learners by a piece of a name': `select id from users where name ilike '%ab1c%' or email ilike '%ab1c%'`,
  }
  const findings: PlanFinding[] = []
  for (const [name, statement] of Object.entries(statements)) {
    findings.push(await explain(pool, name, statement))
  }
  return findings
}

async function explain(pool: pg.Pool, name: string, statement: string): Promise<PlanFinding> {
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
    `explain (format json) ${statement}`,
  )
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  const scans = plan ? listScans(plan) : []
  return {
    name,
    isIndexed: scans.every(
      ({ kind, table }) =>
        kind.includes('Index') || kind.includes('Bitmap') || smallTables.has(table),
    ),
    scans: scans
      .filter(({ table }) => !smallTables.has(table))
      .map(({ kind, table }) => `${table}: ${kind}`)
      .join('; '),
  }
}

interface Node {
  'Node Type': string
  'Relation Name'?: string
  Plans?: Node[]
}

function listScans(node: Node): { kind: string; table: string }[] {
  const table = node['Relation Name']
  const own = table === undefined ? [] : [{ kind: node['Node Type'], table }]
  return [...own, ...(node.Plans ?? []).flatMap(listScans)]
}
