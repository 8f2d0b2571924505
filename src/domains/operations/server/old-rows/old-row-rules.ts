import { mailsKeptForDays } from '../../../../integrations/mail/mails-kept-for-days.ts'

/** So many rows at once. */
export const batch = 500

/** Rows of one table that go, or of which something goes. */
export type Step =
  | {
      /** Which; where there are many others, an index finds them. */
      where: string
      /** What becomes of them; left out: they are deleted. */
      set?: string
    }
  /** One batch, if it takes more than that; it tells how many rows it dealt with. */
  | { statement: string }

/** What becomes of the rows of a table as they grow old. */
export type OldRowRule =
  | { forget: Step[] }
  /** Its rows wait for work, which takes them away: the function that does. */
  | { emptiedBy: string }
  /** They stay, because a law or a promise of ours asks for it, or they are few whatever comes. */
  | { keptFor: 'law' | 'promise' | 'few'; because: string }

/**
 * Longer than anybody repeats anything: Razorpay an event for a day, and by hand for fifteen; we a
 * question about an order for 180 days.
 */
const oldInDays = 400
const olderThan = (column: string, days = oldInDays) =>
  `${column} < now() - interval '${days} days'`
const few = (because: string): OldRowRule => ({ keptFor: 'few', because })
const law = (because: string): OldRowRule => ({ keptFor: 'law', because })
const promise = (because: string): OldRowRule => ({ keptFor: 'promise', because })
const forget = (...steps: Step[]): OldRowRule => ({ forget: steps })
const emptiedBy = (name: string): OldRowRule => ({ emptiedBy: name })

const isMailOver = `${olderThan('queued_at', mailsKeptForDays)}
  and (sent_at is not null or next_attempt_at is null)`
const yesterday = (column: string) => ({ where: olderThan(column, 1) })

/** Every table of the database, and what becomes of its rows (docs/decisions/0083). */
export const oldRowRules: Record<string, OldRowRule> = {
  // Accounts
  users: promise('an account stays until its owner has it deleted'),
  sessions: forget({ where: 'expires_at < now()' }),
  pending_sign_ups: forget(yesterday('expires_at')),
  sign_up_attempts: forget(yesterday('expires_at')),
  authenticator_apps: few('one for each account'),
  recovery_codes: few('ten for each account that has an app'),
  passkeys: promise('a way into an account stays until its owner takes it away'),
  sign_in_challenges: forget({ where: 'expires_at < now()' }),
  account_alerts: forget({ where: 'expires_at < now()' }),
  password_resets: forget(yesterday('expires_at')),
  email_changes: forget({ where: olderThan('expires_at', 30) }),
  join_requests: forget({ where: 'expires_at < now()' }),
  joined_accounts: law('says whose the documents of an account are that is gone'),
  // As long as browsers keep a cookie.
  known_devices: forget({ where: olderThan('last_used_at') }),
  // A minute's grace: whoever checks a token's time of expiry allows for clocks that differ.
  used_google_tokens: forget({ where: `expires_at < now() - interval '1 minute'` }),
  rate_limits: forget({ where: 'expire < extract(epoch from now()) * 1000' }),
  mail_consents: few('one for each learner'),
  mail_consent_events: law('shows that somebody agreed to letters'),
  staff_invitations: forget({ where: olderThan('expires_at', 90) }),
  // The list of an account ends there; the audit log has all of them.
  support_views: forget({
    where: `started_at < (select newer.started_at from support_views newer
      where newer.learner_id = support_views.learner_id
      order by newer.started_at desc offset 99 limit 1)`,
  }),
  nominees: few('one for each learner'),
  parental_consents: law('shows that a parent consented to the account of a child'),
  complaint_series: few('one for each year'),
  complaints: law('says that a complaint was answered, and when'),
  complaint_events: law('says how a complaint was answered'),
  audit_log: law('who did what with money and people'),

  // Mail
  mails: forget(
    {
      where: `(cause is null or html <> '') and (cause is null or starts_with(cause, 'resend:'))
        and ${isMailOver}`,
    },
    // Its cause stays, so that it is never mailed twice.
    {
      where: `html <> '' and cause is not null and ${isMailOver}`,
      set: `text = '', html = '', attachment = null, unsubscribe_url = null`,
    },
  ),
  site_settings: few('one for each setting'),
  letters: few('written by hand'),
  looks: promise('documents look as they did when they were issued'),
  // The letter has their numbers.
  letter_recipients: forget({
    where: `letter_id in (select id from letters where ${olderThan('finished_at', mailsKeptForDays)})`,
  }),
  letter_settings: few('one row'),
  checkout_reminders: promise('nobody is reminded of a course twice'),

  // Money
  orders: promise('whoever pays an order, however late, gets its courses or the money back'),
  order_items: promise('says what an order opens'),
  order_statements: law('shows what a buyer stated of their age'),
  order_tax: promise('says what is printed when an order is paid'),
  coupon_uses: promise('says whose use of a coupon a late payment takes'),
  order_events: forget(
    { where: `order_id is null and ${olderThan('happened_at')}` },
    // Of orders that no money came for, once nothing is asked about them any more. The rest is law.
    {
      statement: `with old as (
          select id from orders
          where completed_at is null and is_history_kept and ${olderThan('created_at')}
            and next_check_at is null and razorpay_payment_id is null and status <> 'refunded'
            and not exists (select from refunds where order_id = orders.id)
            and not exists (select from disputes where order_id = orders.id)
            and not exists (select from order_events
              where order_id = orders.id and not ${olderThan('happened_at')})
          limit ${batch} for update skip locked
        ), gone as (
          delete from order_events where order_id in (select id from old)
        )
        update orders set is_history_kept = false where id in (select id from old)`,
    },
  ),
  refunds: law('books of account'),
  order_returns: law('books of account'),
  receipts: law('books of account'),
  receipt_series: few('one for each financial year'),
  // Of people who were forgotten, once no law wants it any more (docs/decisions/0110).
  tax_documents: forget({ statement: `select from forget_kept_buyers(${batch})` }),
  tax_series: few('one for each kind and financial year'),
  tax_settings: law('books of account; written by hand'),
  buyer_tax_details: few('one for each learner'),
  disputes: law('books of account'),
  settlements: law('books of account'),
  settlement_lines: law('books of account: the fees in the exports are theirs'),
  settlement_days: few('one for each day'),
  differences: law('books of account'),
  // Its day counts it. What it said goes.
  alarms: forget({
    where: `message <> '' and ${olderThan('resolved_at')}`,
    set: `message = ''`,
  }),
  coupons: few('written by hand'),
  launch_prices: law('shows which prices were true'),
  bundles: few('written by hand'),
  bundle_courses: few('written by hand'),

  // Courses and learning
  courses: promise('who bought a course has it'),
  modules: few('written by hand'),
  videos: promise('a lesson is never deleted'),
  demo: few('one row'),
  course_drafts: few('one for each course'),
  // The newest fifty of each course can be looked at and brought back.
  course_publications: forget({
    where: `${olderThan('published_at')} and number <= (select max(newer.number) - 50
      from course_publications newer where newer.course_id = course_publications.course_id)`,
  }),
  scheduled_publications: emptiedBy('publishWhatIsDue'),
  page_drafts: few('one for each page'),
  page_publications: forget({
    where: `${olderThan('published_at')} and number <= (select max(newer.number) - 50
      from page_publications newer where newer.address = page_publications.address)`,
  }),
  uploaded_pictures: emptiedBy('removeUnusedPictures'),
  films: emptiedBy('removeUnusedFilms'),
  film_renditions: few('some for each film'),
  film_captions: few('some for each film'),
  film_jobs: emptiedBy('endJob'),
  attachments: few('uploaded by hand'),
  attachment_fetches: few('one for each learner and file'),
  attachment_replacements: few('replaced by hand'),
  access_ledger: law('says why somebody has a course'),
  entitlements: promise('who bought a course has it'),
  video_progress: promise('a second that was played is never lost'),
  course_progress: promise('a course that was completed stays so'),
  earlier_plays: promise('a film that comes back goes on where it was'),
  notes: promise('what a learner wrote stays until they delete it'),
  early_openings: promise('what was opened for somebody stays open'),
  lesson_notices: few('one for each learner and course with lessons that wait'),
  opening_changes: emptiedBy('tellOfLessons'),
  study_plans: few('one for each learner'),
  played_days: forget({ where: `day < current_date - 500` }),
  push_subscriptions: few('five for each learner, each with its session'),
  push_keys: promise('a browser is told by the key that it was asked with'),
  progress_recounts: emptiedBy('recountProgress'),
  questions: promise('whoever buys a course finds what was asked in it'),
  answers: promise('whoever buys a course finds what was answered in it'),
  discussion_reports: few('until staff have looked'),
  discussion_blocks: few('one for each person kept from writing'),
  discussion_mails: few('one for each learner'),
  discussion_notices: emptiedBy('sendDigests'),
  reviews: promise('what was said of a course stays until its writer takes it back'),
  review_reports: few('until staff have looked at the review'),
  review_requests: few('two for each learner and course'),
  quizzes: few('one for each lesson'),
  quiz_questions: promise('a try tells of the question that it was asked'),
  quiz_attempts: promise('a pass is never lost, and tries are counted'),
  quiz_answers: promise('whoever handed a try in sees what they answered'),
  assignments: few('one for each lesson'),
  submissions: promise('every version that was handed in stays'),
  submission_answers: promise('every answer to it stays'),
  submission_files: promise('what was handed in stays; the rest goes by removeLostFiles'),
  counted_quizzes: few('one for each lesson'),
  passed_quizzes: promise('a pass is never lost'),
  certificates: promise('a certificate can be verified for ever'),
  replaced_certificates: promise('an old number leads to its certificate for ever'),
  badges: promise('what was signed can be checked for ever'),
  document_keys: promise('a PDF is checked by the key that signed it'),
  badge_keys: promise('a badge is checked by the key that signed it'),

  // Figures
  insight_changes: emptiedBy('addUpChanges'),
  insight_days: few('some for each day and course'),
  insight_totals: few('some for each course'),
  insight_minutes: emptiedBy('addUpChanges'),
  played_changes: emptiedBy('addUpPlays'),
  lesson_audiences: few('one for each film of a lesson'),
  lesson_parts: few('two hundred for each film of a lesson'),
  course_standings: few('one for each course that somebody has'),
  learner_standings: few('one for each learner'),

  // What people do with their data
  data_exports: emptiedBy('makeExports'),
  erasures: promise('whoever was forgotten stays so, whatever backup is restored'),
  erasure_codes: forget({ where: 'expires_at < now()' }),

  // Operations
  csp_violations: forget({ where: olderThan('last_seen_at', 90) }),
  first_run: few('one row'),
  backups: emptiedBy('makeBackup'),
  backup_schedule: few('one row'),
  backup_signing_key: few('one row'),
  checklist_results: few('one for each item'),
  office_settings: few('one row'),
  secrets: few('some rows'),
  accepted_secrets: forget({ where: 'accepted_until < now()' }),
  migrations: few('one for each file'),
  repeatable_migrations: few('one for each file'),
}
