import { hash } from '@node-rs/argon2'
import type pg from 'pg'
import { fillPeople, isUnstarted, lastPlayedAt } from './fill-admin.ts'
import { fillBooks } from './fill-books.ts'

export const filling = {
  courses: 12,
  videosInCourse: 10,
  coursesOfLearner: 3,
  /** The first learners have completed their first course. */
  learnersWithCompletedCourse: 400,
  password: 'a password for the bench',
}

/** Learners are numbered from one; everything about them follows from the number. */
export const tokenOf = (learner: number): string => `bench${String(learner).padStart(38, '0')}`
export const emailOf = (learner: number): string => `learner${learner}@bench.test`
export const idOf = (learner: number): string =>
  `00000000-0000-7000-8000-${learner.toString(16).padStart(12, '0')}`
/** The learner's first, second or third course. */
export const courseOf = (learner: number, place = 0): string =>
  `course-${(learner + place * 5) % filling.courses}`
export const videoOf = (course: string, place: number): string => `${course}-video-${place}`

const learnerId = `('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`
const courseId = `'course-' || (n + place * 5) % ${filling.courses}`
/** Over a year; payments that failed are too old for the bank to change its mind. */
const boughtAt = `now() - make_interval(mins =>
  ((n * 37 + place * 11) % 525600 + case when n % 50 = 0 then 20000 else 0 end)::int)`
const receiptSeries = 'KA/26-27'

/** Puts twelve courses with ten videos each on sale. */
export async function fillCatalogue(pool: pg.Pool): Promise<void> {
  await pool.query(`
    insert into courses (id, title, description, price_in_paise, created_at)
    select 'course-' || n, 'Course number ' || n, repeat('What you will make and learn. ', 8),
           499900, now() - make_interval(days => 400 - n)
      from generate_series(0, ${filling.courses - 1}) n;
    insert into modules (id, course_id, position, title)
    select gen_random_uuid(), courses.id, position, 'Module ' || position
      from courses, generate_series(0, 1) position;
    insert into videos (id, course_id, module_id, position, title, url, duration)
    select modules.course_id || '-video-' || modules.position * 5 + place, modules.course_id,
           modules.id, place, 'Video ' || place, 'https://videos.example/' || place || '.mp4', '5 min'
      from modules, generate_series(0, 4) place`)
}

/**
 * Adds learners, each with a session, three bought courses, three receipts and progress in thirty
 * videos. One client, foreign keys unchecked, the largest table's indexes built afterwards.
 */
export async function fillLearners(
  pool: pg.Pool,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const passwordHash = await hash(filling.password, { memoryCost: 19_456, timeCost: 2 })
  const client = await pool.connect()
  try {
    await client.query(`
      set session_replication_role = replica;
      set synchronous_commit = off;
      set maintenance_work_mem = '1GB'`)
    await withoutIndexes(client, () => fillTables(client, { from, to, passwordHash }))
    await client.query('set session_replication_role = origin')
  } finally {
    client.release(true)
  }
  await pool.query('vacuum analyze')
}

async function fillTables(
  client: pg.PoolClient,
  { from, to, passwordHash }: { from: number; to: number; passwordHash: string },
): Promise<void> {
  const people = `generate_series(${from}, ${to}) n`
  const purchases = `${people}, generate_series(0, ${filling.coursesOfLearner - 1}) place`
  await client.query(`
      insert into users (id, email, name, password_hash, created_at)
      select ${learnerId}, 'learner' || n || '@bench.test', 'Learner ' || md5(n::text),
             '${passwordHash}', now() - make_interval(mins => ((n * 31) % 525600)::int)
        from ${people}`)
  await client.query(`
      insert into sessions (token_hash, user_id, expires_at)
      select sha256(convert_to('bench' || lpad(n::text, 38, '0'), 'UTF8')), ${learnerId},
             now() + interval '30 days' from ${people}`)
  await client.query(`
      insert into entitlements (learner_id, course_id, since)
      select ${learnerId}, ${courseId}, ${boughtAt} from ${purchases}`)
  await client.query(`
      insert into access_ledger (learner_id, course_id, change, cause_kind, cause_id, reason, created_at)
      select ${learnerId}, ${courseId}, 'grant', 'payment', n || '-' || place, 'Bought', ${boughtAt}
        from ${purchases}`)
  await client.query(`
      insert into course_progress (learner_id, course_id, percent, completed_at)
      select ${learnerId}, ${courseId}, case when isDone then 100 else 50 end,
             case when isDone then now() end
        from ${purchases},
             lateral (select n <= ${filling.learnersWithCompletedCourse} and place = 0 as isDone) done
       where not (${isUnstarted})`)
  await client.query(`
      insert into orders (id, receipt, razorpay_order_id, learner_id, course_id, course_title,
             amount_in_paise, currency, status, razorpay_payment_id, created_at, completed_at, refunded_at)
      select ('10000000-0000-7000-800' || place || '-' || lpad(to_hex(n), 12, '0'))::uuid,
             n || '-' || place, 'order_' || md5(n || '-' || place), ${learnerId}, ${courseId},
             'Course number ' || (n + place * 5) % ${filling.courses}, 499900, 'INR',
             case when n % 50 = 0 then 'failed' when isRefunded then 'refunded' else 'completed' end,
             case when n % 50 <> 0 then 'pay_' || md5(n || '-' || place) end, ${boughtAt},
             case when n % 50 <> 0 then ${boughtAt} + interval '1 minute' end,
             case when isRefunded then ${boughtAt} + interval '1 hour' end
        from ${purchases}, lateral (select place = 0 and n % 20 = 1 as isRefunded) refunded`)
  await client.query(`
      insert into order_items (order_id, position, course_id, course_title, amount_in_paise)
      select ('10000000-0000-7000-800' || place || '-' || lpad(to_hex(n), 12, '0'))::uuid,
             0, ${courseId}, 'Course number ' || (n + place * 5) % ${filling.courses}, 499900
        from ${purchases}`)
  await client.query(`
      insert into receipt_series values ('${receiptSeries}', ${to * filling.coursesOfLearner})
        on conflict (series) do update set last_number = excluded.last_number;
      insert into receipts (order_id, series, number, issued_at)
      select ('10000000-0000-7000-800' || place || '-' || lpad(to_hex(n), 12, '0'))::uuid,
             '${receiptSeries}', n * 3 + place, ${boughtAt}
        from ${purchases} where n % 50 <> 0`)
  await client.query(`
      insert into certificates (id, learner_id, course_id, printed_name, course_title, completed_at)
      select 'BENCH-' || n, ${learnerId}, ${courseId}, 'Learner ' || n, 'A course', now()
        from ${people}, (select 2 as place) as last
       where n > ${filling.learnersWithCompletedCourse}`)
  await fillSettlements(client, purchases)
  await fillBooks(client, { from, to, boughtAt, learnerId })
  await fillPeople(client, { people, purchases, learnerId, courseId })
  await fillVideoProgress(client, purchases)
}

/** Each payment settled two days later; every day is read and compared. */
async function fillSettlements(client: pg.PoolClient, purchases: string): Promise<void> {
  await client.query(`
    insert into settlement_lines (settlement_id, entity_id, type, credit_in_paise, debit_in_paise,
           amount_in_paise, fee_in_paise, tax_in_paise, currency, razorpay_payment_id, created_at,
           compared_at)
    select 'setl_' || to_char(${boughtAt} + interval '2 days', 'YYYYMMDD'),
           'pay_' || md5(n || '-' || place), 'payment', 488102, 0, 499900, 11798, 1800, 'INR',
           'pay_' || md5(n || '-' || place), ${boughtAt}, now()
      from ${purchases} where n % 50 <> 0`)
  await client.query(`
    insert into settlements (id, settled_at)
    select distinct settlement_id, to_date(right(settlement_id, 8), 'YYYYMMDD')
      from settlement_lines on conflict do nothing;
    insert into differences (kind, entity_id, message, resolved_at, note)
    select 'not_settled', 'pay_' || md5(n || '-' || place), 'Paid, and not settled.',
           case when n % 500 <> 0 then now() end, case when n % 500 <> 0 then 'By hand.' end
      from ${purchases} where n % 50 = 0;
    insert into settlement_days (day, read_at, next_read_at, compared_at)
    select current_date - n, now(), null, now() from generate_series(-1, 400) n
      on conflict do nothing`)
}

/** Rows of one learner lie far apart, as they do when they are written over months. */
async function fillVideoProgress(client: pg.PoolClient, purchases: string): Promise<void> {
  await client.query(`
    insert into video_progress (learner_id, course_id, video_id, position_in_seconds,
           duration_in_seconds, played, played_in_seconds, fraction, completed_at, reported_at)
    select ${learnerId}, ${courseId}, ${courseId} || '-video-' || video, 150, 300,
           case when isDone then '[[0, 300]]' else '[[0, 150]]' end::jsonb,
           case when isDone then 300 else 150 end, case when isDone then 1 else 0.5 end,
           case when isDone then now() end, ${lastPlayedAt}
      from generate_series(0, ${filling.videosInCourse - 1}) video, ${purchases},
           lateral (select n <= ${filling.learnersWithCompletedCourse} and place = 0 as isDone) done
     where not (${isUnstarted})`)
}

const grownTables = [
  'users',
  'sessions',
  'entitlements',
  'access_ledger',
  'course_progress',
  'video_progress',
  'orders',
  'order_items',
  'receipts',
  'certificates',
  'settlement_lines',
  'coupon_uses',
  'refunds',
  'audit_log',
  'learner_standings',
  'course_standings',
  'mails',
]

/**
 * Fills with no index in the way and builds them again afterwards: sorting once is many times quicker
 * than finding a place for each row.
 */
async function withoutIndexes(client: pg.PoolClient, fill: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ drop: string; build: string }>(
    `select 'drop index ' || indexrelid::regclass as drop, pg_get_indexdef(indexrelid) as build
       from pg_index
      where indrelid = any($1::regclass[])
        and not exists (select from pg_constraint where conindid = indexrelid)
      union all
     select format('alter table %s drop constraint %I', conrelid::regclass, conname),
            format('alter table %s add constraint %I %s', conrelid::regclass, conname,
                   pg_get_constraintdef(oid))
       from pg_constraint
      where conrelid = 'video_progress'::regclass and contype = 'p'`,
    [grownTables],
  )
  for (const { drop } of rows) await client.query(drop)
  await fill()
  for (const { build } of rows) await client.query(build)
}
