import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { inject } from 'vitest'
import { login } from '../../src/domains/accounts/contract.ts'
import { stepUp } from '../../src/domains/accounts/security/contract.ts'
import { hashPassword } from '../../src/domains/accounts/server/passwords.ts'
import { getBadge, getCertificate } from '../../src/domains/certificates/contract.ts'
import { createOrder, verifyPayment } from '../../src/domains/checkout/contract.ts'
import {
  answerEmailChange,
  confirmEmail,
  requestOwnEmailChange,
} from '../../src/domains/learners/contract.ts'
import { fillIn, readPerson } from '../../src/domains/privacy/server/register/fill-in.ts'
import { personalTables } from '../../src/domains/privacy/server/register/personal-tables.ts'
import { putMyTaxDetails, putTaxSettings } from '../../src/domains/tax/contract.ts'
import { newId } from '../../src/platform/database/new-id.ts'
import { openClient } from '../../src/platform/database/open-client.ts'
import { dayInIndia } from '../../src/shared/india-time.ts'
import { pay } from './buy.ts'
import {
  completeCourse,
  makeAttachment,
  makeCourse,
  makeLearner,
  type Person,
} from './factories.ts'
import { readResetToken } from './read-outbox.ts'
import type { TestServer } from './start-test-server.ts'

export const lifePassword = 'correct horse battery'

/** Columns of a person's rows that hold a mark, by table. */
export type Marks = Map<string, string[]>

/**
 * Somebody with a row in every table of the register, and with their mark in every column that an erasure has
 * to do with: by real calls where the academy makes the row, and the rest by hand.
 */
export async function liveWholeLife(
  server: TestServer,
  owner: Person,
  mark: string,
): Promise<{ person: Person; marks: Marks; certificateId: string; orderId: string }> {
  const { db } = server
  const made = await makeLearner(db, {
    email: `former-${mark}@example.test`,
    name: `Asha ${mark}`,
    phone: `98${mark}`,
    passwordHash: await hashPassword(lifePassword),
  })
  const person = await changeAddress(server, made, `${mark}@example.test`)
  await server.pool.query('update users set google_subject = $2 where id = $1', [
    person.id,
    `google-${mark}`,
  ])
  const body = {
    legal_name: 'Academy',
    address: 'Bengaluru',
    state: '29',
    sac: '999293',
    gstin: '29AAGCB7383J1Z4',
  }
  await server.as(owner)(putTaxSettings, { body })
  await server.as(person)(putMyTaxDetails, { body: { state: '32' } })
  const course = await makeCourse(db)
  const order = await server.as(person)(createOrder, { body: { course_id: course.id } })
  const paid = await pay(server, order.order_id)
  await server.as(person)(verifyPayment, { body: paid })
  await completeCourse(db, person, course)
  const issued = await server.as(person)(getCertificate, { params: { course_id: course.id } })
  await server.visitor(getBadge, { params: { certificate_id: issued.certificate_id } })
  const orderId = await insertRest(server, owner, { person, mark, course })
  return {
    person,
    marks: await putMarks(server, person, mark),
    certificateId: issued.certificate_id,
    orderId,
  }
}

/** By the person themselves: the new address is proved, the former one agrees, and they log in again. */
export async function changeAddress(
  server: TestServer,
  person: Person,
  email: string,
): Promise<Person> {
  await server.as(person)(stepUp, { body: { password: lifePassword } })
  await server.as(person)(requestOwnEmailChange, { body: { email } })
  const [proof, agreement] = [
    await readResetToken(server, email),
    await readResetToken(server, person.email),
  ]
  await server.visitor(confirmEmail, { body: { token: proof } })
  await server.visitor(answerEmailChange, { body: { token: agreement, agrees: true } })
  const { token } = await server.visitor(login, { body: { email, password: lifePassword } })
  return { ...person, email, token }
}

async function insertRest(
  server: TestServer,
  owner: Person,
  {
    person,
    mark,
    course,
  }: { person: Person; mark: string; course: { id: string; videoIds: string[] } },
): Promise<string> {
  const { db, pool } = server
  const { id } = person
  const run = (text: string, ...values: unknown[]) => pool.query(text, values)
  const bytes = () => randomBytes(32)
  const soon = `now() + interval '1 hour'`
  const { rows } = await pool.query<{ id: string }>('select id from orders where learner_id = $1', [
    id,
  ])
  const orderId = rows[0]?.id ?? ''
  const attachmentId = await makeAttachment(db, course)
  const letterId = newId()
  await run(`insert into known_devices values ($1, $2)`, id, bytes())
  await run(`insert into password_resets values ($1, $2, ${soon})`, bytes(), id)
  await run(`insert into authenticator_apps values ($1, $2, $2, 1, now())`, id, mark)
  await run(`insert into recovery_codes values ($1, $2)`, bytes(), id)
  await run(
    `insert into passkeys values ($1, $2, $1, $3, 0, '{internal}')`,
    `key of ${mark}`,
    id,
    bytes(),
  )
  await run(
    `insert into sign_in_challenges values ($1, 'second_step', $2, $1, $1, 0, ${soon})`,
    bytes(),
    id,
  )
  await run(`insert into nominees values ($1, $2, $2, null, 'sister')`, id, mark)
  await run(
    `insert into parental_consents (child_id, parent_id, is_given, words) values ($1, $2, true, 'Agreed.')`,
    newId(),
    id,
  )
  await run(`insert into order_statements values ($1, 'adult-1')`, orderId)
  const complaintId = newId()
  await run(
    `insert into complaint_series values (1999, 1) on conflict (year) do update set last_number = complaint_series.last_number + 1`,
  )
  await run(
    `insert into complaints (id, year, number, learner_id, name, email, subject, due_on)
     select $1, year, last_number, $2, $3, $3, 'other', current_date from complaint_series where year = 1999`,
    complaintId,
    id,
    mark,
  )
  await run(
    `insert into complaint_events (complaint_id, kind, words) values ($1, 'filed', $2)`,
    complaintId,
    mark,
  )
  const questionId = newId()
  await run(
    `insert into questions (id, course_id, video_id, learner_id, title, body, words_before)
     values ($1, $2, $3, $4, $5, $5, $5)`,
    questionId,
    course.id,
    course.videoIds[0],
    id,
    mark,
  )
  await run(
    `insert into answers (id, question_id, learner_id, body, words_before) values ($1, $2, $3, $4, $4)`,
    newId(),
    questionId,
    id,
    mark,
  )
  await run(
    `insert into discussion_reports (question_id, learner_id) values ($1, $2)`,
    questionId,
    id,
  )
  await run(`insert into discussion_blocks values ($1, $2, 'abuse')`, course.id, id)
  await run(
    `insert into study_plans values ($1, '{1,3}', 19, 20, 'mail', $2, default, ${soon})`,
    id,
    dayInIndia(),
  )
  await run(
    `insert into lesson_notices values ($1, $2, now(), ${soon}) on conflict do nothing`,
    id,
    course.id,
  )
  await run(`insert into played_days values ($1, $2, 60)`, id, dayInIndia())
  await run(
    `insert into push_subscriptions (endpoint, learner_id, session_hash, p256dh, auth, public_key)
     select 'https://push.example/' || $1::uuid, $1::uuid, token_hash, 'x', 'x', 'x'
       from sessions where user_id = $1::uuid limit 1`,
    id,
  )
  await run(`insert into discussion_mails values ($1, 'daily')`, id)
  await run(
    `insert into discussion_notices (learner_id, question_id, due_at) values ($1, $2, ${soon})`,
    id,
    questionId,
  )
  const reviewId = newId()
  await run(
    `insert into reviews (id, course_id, learner_id, stars, words, answer, answered_at)
     values ($1, $2, $3, 4, $4, $4, now())`,
    reviewId,
    course.id,
    id,
    mark,
  )
  await run(`insert into review_reports values ($1, $2)`, reviewId, id)
  await run(`insert into review_requests values ($1, $2, 'begun')`, id, course.id)
  await run(`insert into account_alerts values ($1, $2, now(), ${soon})`, bytes(), id)
  await run(
    `insert into sign_up_attempts (id, email, name, password_hash, expires_at) values ($1, $2, $3, 'x', ${soon})`,
    newId(),
    person.email,
    mark,
  )
  await run(
    `insert into pending_sign_ups (email, name, password_hash, expires_at) values ($1, $2, 'x', ${soon})`,
    person.email,
    mark,
  )
  await run(
    `insert into rate_limits (key, points, expire) values ($1, 3, 9999999999999) on conflict do nothing`,
    `login-account:${person.email}`,
  )
  await run(
    `insert into rate_limits (key, points, expire) values ($1, 3, 9999999999999)`,
    `coupon-learner:${id}`,
  )
  await run(
    `insert into erasure_codes (learner_id, code_hash, expires_at) values ($1, $2, now())`,
    id,
    bytes(),
  )
  await recordConsents(server, id)
  await run(
    `insert into letters (id, list, subject, body, audience) values ($1, 'news', 'New', 'New', 'everybody')`,
    letterId,
  )
  await run(
    `insert into letter_recipients (letter_id, learner_id, state, done_at) values ($1, $2, 'mailed', now())`,
    letterId,
    id,
  )
  await run(
    `insert into checkout_reminders (learner_id, course_id, order_id) values ($1, $2, $3)`,
    id,
    course.id,
    orderId,
  )
  await run(
    `insert into staff_invitations (email, id, role, token_hash, invited_by, expires_at)
     values ($1, $2, 'support', $3, $4, ${soon})`,
    person.email,
    newId(),
    bytes(),
    owner.id,
  )
  await run(
    `insert into email_changes (user_id, email, token_hash, expires_at) values ($1, $2, $3, ${soon})`,
    id,
    `new-${mark}@example.test`,
    bytes(),
  )
  await run(
    `insert into join_requests (learner_id, email, code_hash, other_code_hash, expires_at)
     values ($1, $2, $3, $4, ${soon})`,
    id,
    `other-${mark}@example.test`,
    bytes(),
    bytes(),
  )
  await run(
    `insert into joined_accounts (id, learner_id, email, name) values ($1, $2, $3, $4)`,
    newId(),
    id,
    `older-${mark}@example.test`,
    `Older ${mark}`,
  )
  await run(
    `insert into support_views (id, learner_id, viewer_id, reason, expires_at) values ($1, $2, $3, $4, ${soon})`,
    newId(),
    id,
    owner.id,
    mark,
  )
  for (const [kind, subject] of [
    ['learner', id],
    ['order', orderId],
  ]) {
    await run(
      `insert into audit_log (actor_id, actor_name, actor_role, act, summary, subject_kind, subject_id, before,
         after, reason, ip, outcome, searched)
       values ($1, 'Asha Rao', 'owner', 'POST /admin/learners/:id/email', 'Change', $2, $3, $4, $5, $6,
         '127.0.0.1', 'done', $7)`,
      owner.id,
      kind,
      subject,
      JSON.stringify({ email: person.email, name: person.name }),
      JSON.stringify({ email_to_confirm: `new-${mark}@example.test`, said: [person.name] }),
      `Called by ${person.name}`,
      person.email,
    )
  }
  // What the person did themselves, and what names them in a row about somebody else.
  await run(
    `insert into audit_log (actor_id, actor_name, act, summary, subject_kind, subject_id, before, ip, outcome, searched)
     values ($1::uuid, $2::text, 'POST /my-account/join/confirm', 'Join', 'learner', $1::uuid::text, null, '10.0.0.7', 'done', $2)`,
    id,
    person.name,
  )
  await run(
    `insert into audit_log (actor_id, actor_name, actor_role, act, summary, after, ip, outcome, searched)
     values ($1, 'Asha Rao', 'owner', 'POST /admin/learners/import', 'Import', $2, '127.0.0.1', 'done', $3)`,
    owner.id,
    JSON.stringify({ last: person.email }),
    `import ${person.email}`,
  )
  await run(`insert into order_returns (order_id, refunded_in_paise) values ($1, 100)`, orderId)
  await run(
    `insert into refunds (id, order_id, razorpay_payment_id, amount_in_paise, idempotency_key, cause, status, processed_at)
     values ($1, $2, $3, 100, $4, 'provider', 'processed', now())`,
    newId(),
    orderId,
    `pay_${randomBytes(6).toString('hex')}`,
    newId(),
  )
  await run(
    `insert into disputes (id, order_id, razorpay_payment_id, status, deducted_in_paise) values ($1, $2, 'pay_x', 'won', 0)`,
    `disp_${randomBytes(6).toString('hex')}`,
    orderId,
  )
  const { rows: coupons } = await pool.query<{ code: string }>(
    `insert into coupons (code, percent_off) values ($1, 10) returning code`,
    [`C${randomBytes(4).toString('hex').toUpperCase()}`],
  )
  await run(
    `insert into coupon_uses (order_id, coupon_code, learner_id, state) values ($1, $2, $3, 'used')`,
    orderId,
    coupons[0]?.code,
    id,
  )
  await run(
    `insert into alarms (subject, order_id, message) values ($1, $2, $3)`,
    newId(),
    orderId,
    `For ${person.email}`,
  )
  await run(
    `insert into differences (kind, entity_id, order_id, message, note, resolved_at)
     values ('not_settled', $1, $2, $3, $4, now())`,
    newId(),
    orderId,
    `Of ${person.name}`,
    `${person.name} called`,
  )
  await run(
    `insert into order_tax (order_id, buyer_state, buyer_business_name, buyer_address) values ($1, '32', $2, $2)
     on conflict (order_id) do update set buyer_business_name = $2, buyer_address = $2`,
    orderId,
    mark,
  )
  await run(
    `insert into access_ledger (learner_id, course_id, change, cause_kind, cause_id, reason)
     values ($1, $2, 'grant', 'gift', $3, $4)`,
    id,
    course.id,
    newId(),
    mark,
  )
  await run(
    `insert into attachment_fetches (learner_id, attachment_id) values ($1, $2)`,
    id,
    attachmentId,
  )
  await run(
    `insert into earlier_plays (learner_id, course_id, video_id, film, duration_in_seconds, played,
       played_in_seconds, reported_at) values ($1, $2, $3, 7, 60, '[[0, 30]]', 30, now())`,
    id,
    course.id,
    course.videoIds[0],
  )
  await run(
    `insert into notes (learner_id, id, course_id, video_id, film, at_second, text, revision)
     values ($1, $2, $3, $4, 1, 30, $5, $2)`,
    id,
    newId(),
    course.id,
    course.videoIds[0],
    mark,
  )
  await run(
    `insert into early_openings (learner_id, course_id, video_id, opens_at) values ($1, $2, $3, now())`,
    id,
    course.id,
    course.videoIds[0],
  )
  await run(
    `insert into passed_quizzes (learner_id, course_id, video_id) values ($1, $2, $3)`,
    id,
    course.id,
    course.videoIds[0],
  )
  await run(
    `insert into quizzes (video_id, course_id, settings, film) values ($1, $2, '{}', 1)
     on conflict do nothing`,
    course.videoIds[0],
    course.id,
  )
  const attemptId = newId()
  await run(
    `insert into quiz_attempts (id, learner_id, course_id, video_id, number, seed, questions, pass_mark)
     values ($1, $2, $3, $4, 1, 1, '[]', 70)`,
    attemptId,
    id,
    course.id,
    course.videoIds[0],
  )
  await run(
    `insert into quiz_answers (attempt_id, question_id, version, answer) values ($1, 'q', 1, $2)`,
    attemptId,
    JSON.stringify(mark),
  )
  await run(
    `insert into assignments (video_id, course_id, settings) values ($1, $2, '{}')
     on conflict do nothing`,
    course.videoIds[0],
    course.id,
  )
  const submissionId = newId()
  await run(
    `insert into submission_files (id, learner_id, filename, size_in_bytes, sha256)
     values ($1, $2, $3, 1, '')`,
    submissionId,
    id,
    mark,
  )
  await run(
    `insert into submissions (id, learner_id, course_id, video_id, text, file_id, answers, outcome)
     values ($1, $2, $3, $4, $5, $1, 1, 'again')`,
    submissionId,
    id,
    course.id,
    course.videoIds[0],
    mark,
  )
  await run(
    `insert into submission_answers (id, submission_id, number, outcome, highest_mark, words)
     values ($1, $1, 1, 'again', 10, $2)`,
    submissionId,
    mark,
  )
  await run(
    `insert into replaced_certificates (id, replaced_by, printed)
     select $2, id, jsonb_build_object('id', $2::text, 'printedName', $3::text, 'courseTitle', 'Reels',
       'completedAt', '2026-01-01T00:00:00.000Z', 'issuedAt', '2026-01-01T00:00:00.000Z')
       from certificates where learner_id = $1`,
    id,
    `OLD-${randomBytes(4).toString('hex')}`,
    `Older ${mark}`,
  )
  await run(
    `insert into badges (certificate_id, credential)
     select r.id, $2 from replaced_certificates r join certificates c on c.id = r.replaced_by
      where c.learner_id = $1`,
    id,
    JSON.stringify({ of: mark }),
  )
  await run(
    `insert into data_exports (id, learner_id, due_at, size_in_bytes, sha256, expires_at)
     values ($1, $2, null, 1, repeat('a', 64), ${soon})`,
    newId(),
    id,
  )
  await server.checkout.queueMail(db, [
    {
      to: person.email,
      template: { subject: mark, paragraphs: [mark] },
      letter: { list: 'news', learnerId: id, unsubscribeUrl: `https://academy.example/no/${mark}` },
    },
    {
      to: server.settings.brand.supportEmail,
      template: { subject: `From ${person.name}`, paragraphs: [person.email] },
    },
  ])
  return orderId
}

async function recordConsents({ pool }: TestServer, id: string): Promise<void> {
  for (const table of ['mail_consents', 'mail_consent_events']) {
    await pool.query(
      `insert into ${table} (learner_id, list, is_given, said_at, source) values ($1, 'news', true, now(), 'account')`,
      [id],
    )
  }
}

/** What the columns that people may be told apart by are called when they hold no text of anybody. */
const machines = new Set([
  'sha256',
  'purpose',
  'gstin',
  'buyer_gstin',
  'state_code',
  'key',
  'email',
  'recipient',
  'cause',
  'list',
  'source',
  'course_id',
  'video_id',
  'state',
  'reminded_by',
  'earlier',
  'role',
  'outcome',
])

/** Writes the mark into what is to go: of tables whose rows go, every text; of others, what is cleared. */
async function putMarks(server: TestServer, person: Person, mark: string): Promise<Marks> {
  const marks: Marks = new Map()
  const facts = await readPerson(server.db, { learnerId: person.id })
  const url = new URL(inject('databaseSuperuserUrl'))
  url.pathname = new URL(server.url).pathname
  const client = await openClient(url.href)
  try {
    await client.query(`set session_replication_role = replica`)
    const all = drizzle(client)
    for (const [table, rule] of Object.entries(personalTables)) {
      const { rows: types } = await client.query<{ name: string; type: string }>(
        `select column_name as name, data_type as type from information_schema.columns
          where table_schema = 'public' and table_name = $1`,
        [table],
      )
      const columns = types.filter(
        ({ name, type }) =>
          ['text', 'character varying', 'jsonb'].includes(type) &&
          (rule.isGone || rule.cleared?.[name] || anyWords[table]?.includes(name)) &&
          !machines.has(name) &&
          !['users', 'replaced_certificates'].includes(table),
      )
      if (columns.length === 0) continue
      const sets = columns.map(({ name, type }) => {
        const said = type === 'jsonb' ? `{"said": "${mark}", "list": ["${mark}"]}` : mark
        return `${name} = '${named.has(table) ? `${mark} ${person.email}` : said}'`
      })
      await all.execute(
        sql`update ${sql.raw(table)} set ${sql.raw(sets.join(', '))} where ${fillIn(rule.whose, facts)}`,
      )
      marks.set(
        table,
        columns.map(({ name }) => name),
      )
    }
  } finally {
    await client.end()
  }
  return marks
}

/** Of these only what names the person goes. */
const named = new Set(['alarms', 'differences'])

/** Columns that `anonymise_person` clears and that may hold any words. */
const anyWords: Record<string, string[]> = {
  audit_log: ['reason'],
  tax_documents: ['buyer_name', 'buyer_email', 'buyer_address'],
}

/** Columns of the database in which a mark stands, as `table.column`, however it is written there. */
export async function findMark(
  { owner: { pool } }: Pick<TestServer, 'owner'>,
  mark: string,
): Promise<string[]> {
  const { rows: columns } = await pool.query<{ table: string; column: string; type: string }>(`
    select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type
      from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0
       and not a.attisdropped
       and format_type(a.atttypid, null) in ('text', 'character varying', 'jsonb', 'bytea')`)
  const found: string[] = []
  for (const { table, column, type } of columns) {
    const text = type === 'bytea' ? `encode(${column}, 'escape')` : `${column}::text`
    const { rowCount } = await pool.query(`select from ${table} where ${text} ilike $1 limit 1`, [
      `%${mark}%`,
    ])
    if (rowCount) found.push(`${table}.${column}`)
  }
  return found.toSorted()
}

/** How many rows of each table of the register are the person's. */
export async function countRows(
  { db }: Pick<TestServer, 'db'>,
  learnerId: string,
): Promise<Record<string, number>> {
  const facts = await readPerson(db, { learnerId })
  const counted: Record<string, number> = {}
  for (const [table, { whose }] of Object.entries(personalTables)) {
    const { rows } = await db.execute<{ n: number }>(
      sql`select count(*)::int as n from ${sql.raw(table)} where ${fillIn(whose, facts)}`,
    )
    counted[table] = rows[0]?.n ?? 0
  }
  return counted
}
