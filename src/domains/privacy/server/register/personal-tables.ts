import { columnsOf } from './columns-of.ts'
import type { RecordName } from './records.ts'

/**
 * What the register says of one table. In SQL stand `:ids`, the person's present and joined accounts;
 * `:emails`, their addresses, `:inboxes` these as limits count them; `:names`, all that names them; and
 * `:keeps`, whether their certificates stay as they are.
 */
export interface PersonalTable {
  record: RecordName
  /** Which rows are the person's. */
  whose: string
  /** An erasure deletes them. Left out: it changes what `cleared` says, and the rest names nobody. */
  isGone?: true
  /** Columns that say when something of a row was written; empty: it does not say. */
  at: string
  /** Columns that are taken along. */
  given: string
  /** Columns that are not, for one of the `reasons`. */
  secret?: string
  internal?: string
  ofStaff?: string
  /** Columns that are not for a reason of their own. */
  withheld?: Record<string, string>
  /** Columns that are taken along without what opens something, and why. */
  blanked?: Record<string, string>
  /** What an erasure makes of columns. */
  cleared?: Record<string, string>
  /** Rows of others that name the person, and what becomes of them. */
  others?: { where: string; set: Record<string, string> }
  /** Rows are only added to it: the function in triggers.sql that alone may clear it does so. */
  isAppendOnly?: true
}

const byUser = 'user_id = any (:ids)'
const byLearner = 'learner_id = any (:ids)'
const byOrder = `order_id in (select id from orders where ${byLearner})`
const byEmail = 'email = any (:emails)'
const theirCertificates = `(select id from certificates where ${byLearner}
  union all select r.id from replaced_certificates r join certificates c on c.id = r.replaced_by
   where c.${byLearner})`
const theirComplaints = `(${byLearner} or (learner_id is null and ${byEmail}))`
const contains = (list: string, text: string) =>
  `exists (select from unnest(${list}) named where position(named in ${text}) > 0)`

const reasons = {
  secret: 'it opens the account, or proves who somebody is',
  internal: 'of the academy’s own work, and says nothing of the person',
  ofStaff: 'names somebody who works here',
}

/** Every column of a table that is not taken along, with its reason. */
export function withheldOf(table: PersonalTable): Record<string, string> {
  const alike = (['secret', 'internal', 'ofStaff'] as const).flatMap((kind) =>
    columnsOf(table[kind] ?? '').map((column) => [column, reasons[kind]]),
  )
  return { ...Object.fromEntries(alike), ...table.withheld }
}

/** Every table with rows of a person: a test holds it and `impersonal-columns.ts` against the database. */
export const personalTables: Record<string, PersonalTable> = {
  users: {
    record: 'account',
    whose: 'id = any (:ids)',
    at: 'created_at',
    given: `id email name phone google_subject google_added_at created_at role staff_since
      has_second_step locked_at blocked_at blocked_reason language parent_id`,
    secret: 'password_hash',
    internal: 'is_admin erased_at',
    cleared: {
      email: `'erased-' || id || '@erased.invalid'`,
      name: `'Erased account'`,
      phone: 'null',
      password_hash: 'null',
      google_subject: 'null',
      google_added_at: 'null',
      locked_at: 'null',
      language: 'null',
      blocked_at: 'coalesce(blocked_at, now())',
      blocked_reason: `'Erased.'`,
      erased_at: 'coalesce(erased_at, now())',
    },
  },
  sessions: {
    record: 'sign_in',
    whose: `(${byUser} or viewer_id = any (:ids))`,
    isGone: true,
    at: 'created_at last_used_at',
    given: 'user_id created_at expires_at device last_used_at second_step_at stepped_up_at',
    secret: 'token_hash',
    ofStaff: 'viewer_id',
  },
  authenticator_apps: {
    record: 'sign_in',
    whose: byUser,
    isGone: true,
    at: 'confirmed_at',
    given: 'user_id confirmed_at',
    secret: 'sealed_secret pending_secret',
    internal: 'last_step',
  },
  recovery_codes: {
    record: 'sign_in',
    whose: byUser,
    isGone: true,
    at: '',
    given: 'user_id used_at',
    secret: 'code_hash',
  },
  passkeys: {
    record: 'sign_in',
    whose: byUser,
    isGone: true,
    at: 'made_at last_used_at',
    given: 'user_id name transports made_at last_used_at',
    secret: 'id public_key',
    internal: 'counter',
  },
  sign_in_challenges: {
    record: 'sign_in',
    whose: byUser,
    isGone: true,
    at: '',
    given: 'user_id purpose expires_at',
    secret: 'token_hash device_hash pair_hash',
    internal: 'tries',
  },
  account_alerts: {
    record: 'sign_in',
    whose: byUser,
    isGone: true,
    at: 'made_at',
    given: 'user_id made_at expires_at',
    secret: 'token_hash',
  },
  known_devices: {
    record: 'sign_in',
    whose: byUser,
    isGone: true,
    at: 'last_used_at',
    given: 'user_id last_used_at',
    secret: 'device_hash seen_as',
  },
  password_resets: {
    record: 'sign_in',
    whose: byUser,
    isGone: true,
    at: '',
    given: 'user_id expires_at used_at',
    secret: 'token_hash',
  },
  sign_up_attempts: {
    record: 'sign_in',
    whose: byEmail,
    isGone: true,
    at: '',
    given: 'email expires_at wants_news',
    secret: 'device_hash password_hash code_hash',
    internal: 'id tries tries_elsewhere',
    // Anybody can type an address.
    withheld: { name: 'what somebody typed who had not shown that the address is theirs' },
  },
  pending_sign_ups: {
    record: 'sign_in',
    whose: byEmail,
    isGone: true,
    at: 'code_sent_at',
    given: 'email code_sent_at expires_at',
    secret: 'password_hash code_hash',
    internal: 'attempts',
    withheld: { name: 'what somebody typed who had not shown that the address is theirs' },
  },
  rate_limits: {
    record: 'sign_in',
    whose: `(${contains(':inboxes', 'key')} or ${contains('cast(:ids as text[])', 'key')})`,
    isGone: true,
    at: '',
    given: '',
    internal: 'points expire',
    withheld: { key: 'also names networks of others' },
  },
  erasure_codes: {
    record: 'sign_in',
    whose: byLearner,
    isGone: true,
    at: '',
    given: 'learner_id expires_at',
    secret: 'code_hash',
    internal: 'tries',
  },
  mail_consents: {
    record: 'mail_consents',
    whose: byLearner,
    isGone: true,
    at: 'said_at',
    given: 'learner_id list is_given said_at source',
  },
  mail_consent_events: {
    record: 'mail_consents',
    whose: byLearner,
    at: 'said_at',
    given: 'learner_id list is_given said_at source',
    internal: 'id',
  },
  letter_recipients: {
    record: 'mails',
    whose: byLearner,
    at: 'done_at',
    given: 'letter_id learner_id state done_at',
  },
  checkout_reminders: {
    record: 'mails',
    whose: byLearner,
    isGone: true,
    at: 'mailed_at',
    given: 'learner_id course_id order_id mailed_at',
  },
  mails: {
    record: 'mails',
    whose: `(recipient = any (:emails) or ${byLearner})`,
    isGone: true,
    at: 'queued_at sent_at',
    given: 'id recipient subject text queued_at sent_at list learner_id letter_id',
    secret: 'unsubscribe_url',
    internal: `attachment cause attempts refusals next_attempt_at last_error may_have_arrived
      priority`,
    withheld: { html: 'says the same as the text' },
    blanked: {
      text: `without the codes and the tokens of links that were mailed, as whoever has one could use it`,
    },
    // What the academy wrote to itself or to a parent about somebody.
    others: {
      where: `recipient = any (:desks) and (${contains(':names', 'text')} or ${contains(':names', 'subject')})`,
      set: {
        subject: 'without_words(subject, :names)',
        text: 'without_words(text, :names)',
        html: `case when sent_at is null then without_words(html, :names) else '' end`,
      },
    },
  },
  staff_invitations: {
    record: 'support',
    whose: byEmail,
    isGone: true,
    at: 'invited_at',
    given: 'email role invited_at expires_at',
    secret: 'token_hash',
    internal: 'id',
    ofStaff: 'invited_by',
  },
  email_changes: {
    record: 'support',
    whose: `(${byUser} or ${byEmail})`,
    isGone: true,
    at: 'requested_at confirmed_at agreed_at',
    given: 'user_id email requested_at expires_at confirmed_at agreed_at',
    secret: 'token_hash old_token_hash',
    ofStaff: 'requested_by',
  },
  join_requests: {
    record: 'support',
    whose: `(${byLearner} or ${byEmail})`,
    isGone: true,
    at: 'requested_at',
    given: 'learner_id email requested_at expires_at',
    secret: 'code_hash other_code_hash',
    internal: 'tries',
  },
  joined_accounts: {
    record: 'support',
    whose: byLearner,
    at: 'joined_at',
    given: 'id learner_id email name joined_at',
    cleared: { email: `''`, name: `''` },
  },
  support_views: {
    record: 'support',
    whose: byLearner,
    isGone: true,
    at: 'started_at',
    given: 'learner_id reason started_at expires_at',
    internal: 'id',
    ofStaff: 'viewer_id',
  },
  audit_log: {
    record: 'staff_log',
    whose: `(subject_id = any (cast(:ids as text[]))
      or (actor_role is null and actor_id = any (:ids))
      or subject_id in (select id::text from orders where ${byLearner}
                        union all select razorpay_payment_id from orders where ${byLearner}))`,
    isAppendOnly: true,
    at: 'at',
    given: 'at act summary subject_kind subject_id before after reason outcome problem',
    internal: 'id searched',
    ofStaff: 'actor_id actor_name actor_role ip',
  },

  orders: {
    record: 'purchases',
    whose: byLearner,
    at: 'created_at completed_at refunded_at',
    given: `id receipt razorpay_order_id learner_id course_id course_title amount_in_paise currency
      discount_in_paise list_price_in_paise coupon_code coupon_discount_in_paise bundle_id status razorpay_payment_id
      method failure created_at completed_at refunded_at guarantee_in_days`,
    internal: 'next_check_at checks last_asked_at is_history_kept',
  },
  order_items: {
    record: 'purchases',
    whose: byOrder,
    at: '',
    given: 'order_id position course_id course_title amount_in_paise',
  },
  order_events: {
    record: 'purchases',
    whose: byOrder,
    isAppendOnly: true,
    at: 'happened_at',
    given: `order_id source kind razorpay_order_id razorpay_payment_id content outcome happened_at`,
    internal: 'id external_id',
  },
  order_returns: {
    record: 'purchases',
    whose: byOrder,
    at: 'returned_at',
    given: 'order_id refunded_in_paise lost_in_paise returned_at',
    internal: 'id',
  },
  refunds: {
    record: 'purchases',
    whose: byOrder,
    at: 'created_at processed_at paid_outside_at',
    given: `id order_id razorpay_payment_id amount_in_paise cause status razorpay_refund_id created_at
      processed_at paid_outside_at`,
    internal: 'idempotency_key failure attempts next_attempt_at',
  },
  disputes: {
    record: 'purchases',
    whose: byOrder,
    at: 'heard_at',
    given: 'id order_id razorpay_payment_id status deducted_in_paise heard_at',
    internal: 'respond_by',
  },
  receipts: {
    record: 'purchases',
    whose: byOrder,
    at: 'issued_at',
    given: 'order_id series number issued_at buyer_name buyer_email language',
    cleared: { buyer_name: 'null', buyer_email: 'null' },
  },
  coupon_uses: {
    record: 'purchases',
    whose: byLearner,
    at: 'changed_at',
    given: 'order_id coupon_code learner_id state changed_at',
  },
  alarms: {
    record: 'purchases',
    whose: byOrder,
    at: 'raised_at',
    given: '',
    internal: 'id subject order_id message raised_at resolved_at',
    cleared: { message: 'without_words(message, :names)' },
  },
  differences: {
    record: 'purchases',
    whose: byOrder,
    at: 'found_at resolved_at',
    given: '',
    internal: `id kind entity_id settlement_id order_id message expected_in_paise found_in_paise
      found_at resolved_at`,
    ofStaff: 'resolved_by note',
    cleared: {
      message: 'without_words(message, :names)',
      note: 'without_words(note, :names)',
    },
  },

  tax_documents: {
    record: 'invoices',
    whose: byLearner,
    isAppendOnly: true,
    at: 'issued_at',
    given: `id kind document_number issued_at order_id learner_id invoice_number invoice_issued_at
      invoiced_in_paise credited_before_in_paise razorpay_payment_id seller_legal_name seller_address
      seller_state seller_gstin sac buyer_name buyer_email buyer_address buyer_gstin buyer_state lines
      discount_in_paise coupon_code coupon_discount_in_paise rate_in_percent amount_in_paise taxable_in_paise cgst_in_paise
      sgst_in_paise igst_in_paise`,
    internal: 'series number refund_id invoice_id buyer_kept_until',
  },
  buyer_tax_details: {
    record: 'invoices',
    whose: byLearner,
    isGone: true,
    at: 'changed_at',
    given: 'learner_id state_code gstin business_name address changed_at',
  },
  order_tax: {
    record: 'invoices',
    whose: byOrder,
    at: '',
    given: 'order_id buyer_state buyer_gstin buyer_business_name buyer_address',
    cleared: { buyer_gstin: 'null', buyer_business_name: 'null', buyer_address: 'null' },
  },

  access_ledger: {
    record: 'courses',
    whose: byLearner,
    isAppendOnly: true,
    at: 'created_at',
    given: 'learner_id course_id change cause_kind cause_id reason created_at',
    internal: 'id',
  },
  entitlements: {
    record: 'courses',
    whose: byLearner,
    at: 'since',
    given: 'learner_id course_id since',
  },
  attachment_fetches: {
    record: 'courses',
    whose: byLearner,
    isGone: true,
    at: 'fetched_at',
    given: 'learner_id attachment_id fetched_at',
  },
  video_progress: {
    record: 'learning',
    whose: byLearner,
    at: 'opened_at reported_at completed_at',
    given: `learner_id course_id video_id position_in_seconds duration_in_seconds played played_in_seconds
      fraction completed_at reported_at opened_at film`,
    internal: 'allowance_in_seconds witnessed_in_seconds',
  },
  course_progress: {
    record: 'learning',
    whose: byLearner,
    at: 'completed_at',
    given: 'learner_id course_id percent completed_at lessons_revision',
  },
  earlier_plays: {
    record: 'learning',
    whose: byLearner,
    at: 'reported_at',
    given: `learner_id course_id video_id film duration_in_seconds played played_in_seconds reported_at
      position_in_seconds fraction`,
  },
  course_standings: {
    record: 'learning',
    whose: byLearner,
    at: 'played_at',
    given: 'learner_id course_id is_begun is_completed played_at',
  },
  learner_standings: {
    record: 'learning',
    whose: byLearner,
    at: 'created_at played_at',
    given: 'learner_id created_at has_never_started has_unfinished played_at',
  },
  certificates: {
    record: 'certificates',
    whose: byLearner,
    at: 'issued_at revoked_at',
    given: 'id learner_id course_id printed_name course_title completed_at issued_at revoked_at',
    cleared: { printed_name: `case when :keeps then printed_name else '' end` },
  },
  replaced_certificates: {
    record: 'certificates',
    whose: `replaced_by in (select id from certificates where ${byLearner})`,
    at: 'replaced_at',
    given: 'id replaced_by replaced_at printed',
    cleared: {
      printed: `case when :keeps then printed else printed || '{"printedName": ""}' end`,
    },
  },
  badges: {
    record: 'certificates',
    whose: `certificate_id in ${theirCertificates}`,
    at: '',
    given: 'certificate_id status_index credential',
    cleared: { credential: 'case when :keeps then credential end' },
  },

  data_exports: {
    record: 'requests',
    whose: byLearner,
    isGone: true,
    at: 'requested_at',
    given: 'id learner_id requested_at size_in_bytes expires_at',
    internal: 'due_at attempts sha256',
  },
  erasures: {
    record: 'requests',
    whose: byLearner,
    at: 'requested_at',
    given: 'id learner_id requested_at due_at keeps_certificates waits_for',
    secret: 'token_hash',
    internal: 'next_attempt_at attempts told_at noted_at anonymised_at finished_at changed',
    cleared: { token_hash: 'null' },
  },
  nominees: {
    record: 'representatives',
    whose: byLearner,
    isGone: true,
    at: 'named_at',
    given: 'learner_id name email phone relation named_at',
  },
  parental_consents: {
    record: 'representatives',
    whose: '(child_id = any (:ids) or parent_id = any (:ids))',
    at: 'said_at',
    given: 'child_id parent_id is_given words said_at',
    internal: 'id',
  },
  order_statements: {
    record: 'purchases',
    whose: byOrder,
    at: 'said_at',
    given: 'order_id wording said_at',
  },
  notes: {
    record: 'notes',
    whose: byLearner,
    isGone: true,
    at: 'written_at changed_at',
    given: `learner_id id course_id video_id film at_second text version_of written_at changed_at`,
    internal: 'revision',
  },
  early_openings: {
    record: 'learning',
    whose: byLearner,
    at: '',
    given: 'learner_id course_id video_id opens_at',
  },
  lesson_notices: {
    record: 'learning',
    whose: byLearner,
    isGone: true,
    at: '',
    given: 'learner_id course_id told_until next_at mailed_on',
  },
  study_plans: {
    record: 'reminders',
    whose: byLearner,
    isGone: true,
    at: 'since',
    given: 'learner_id weekdays hour minutes reminded_by since earlier next_at reminded_on',
  },
  played_days: {
    record: 'reminders',
    whose: byLearner,
    isGone: true,
    at: 'day',
    given: 'learner_id day seconds',
  },
  push_subscriptions: {
    record: 'reminders',
    whose: byLearner,
    isGone: true,
    at: 'made_at',
    given: 'learner_id endpoint public_key made_at',
    secret: 'session_hash p256dh auth',
  },
  passed_quizzes: {
    record: 'learning',
    whose: byLearner,
    at: 'passed_at',
    given: 'learner_id course_id video_id passed_at',
  },
  quiz_attempts: {
    record: 'learning',
    whose: byLearner,
    at: 'started_at submitted_at',
    given: `id learner_id course_id video_id number pass_mark started_at submitted_at score is_passed`,
    internal: 'seed questions',
  },
  quiz_answers: {
    record: 'learning',
    whose: `attempt_id in (select id from quiz_attempts where ${byLearner})`,
    at: 'answered_at',
    given: 'attempt_id question_id version answer took_in_seconds answered_at fraction',
    cleared: { answer: 'null' },
  },
  // What names others before what they name.
  submission_answers: {
    record: 'assignments',
    whose: `submission_id in (select id from submissions where ${byLearner})`,
    isGone: true,
    at: 'answered_at',
    given: 'id submission_id number outcome mark highest_mark words answered_at',
  },
  submissions: {
    record: 'assignments',
    whose: byLearner,
    isGone: true,
    at: 'handed_in_at',
    given: 'id learner_id course_id video_id text file_id handed_in_at is_latest answers outcome',
  },
  submission_files: {
    record: 'assignments',
    whose: byLearner,
    isGone: true,
    at: 'begun_at',
    given: 'id learner_id filename size_in_bytes sha256 begun_at',
  },
  questions: {
    record: 'discussion',
    whose: byLearner,
    at: 'asked_at solved_at edited_at removed_at',
    given: `id course_id video_id film at_second learner_id title body asked_at answers solved_at
      hidden_because edited_at removed_at words_before`,
    internal: 'trigrams',
    cleared: {
      // Before the title, by which it is known.
      trigrams: `case when title = without_words(title, :names) then trigrams else ''::tsvector end`,
      title: 'without_words(title, :names)',
      body: 'without_words(body, :names)',
      words_before: 'without_words(words_before, :names)',
    },
  },
  answers: {
    record: 'discussion',
    whose: byLearner,
    at: 'written_at edited_at removed_at',
    given: `id question_id learner_id body is_teachers written_at hidden_because edited_at removed_at
      words_before`,
    cleared: {
      body: 'without_words(body, :names)',
      words_before: 'without_words(words_before, :names)',
    },
  },
  discussion_reports: {
    record: 'discussion',
    whose: byLearner,
    isGone: true,
    at: 'reported_at',
    given: 'question_id answer_id learner_id reported_at',
  },
  discussion_blocks: {
    record: 'discussion',
    whose: byLearner,
    at: 'blocked_at',
    given: 'course_id learner_id reason blocked_at',
  },
  discussion_mails: {
    record: 'discussion',
    whose: byLearner,
    at: 'said_at',
    given: 'learner_id frequency said_at',
  },
  discussion_notices: {
    record: 'discussion',
    whose: byLearner,
    isGone: true,
    at: '',
    given: 'learner_id question_id answer_id due_at',
  },
  reviews: {
    record: 'reviews',
    whose: byLearner,
    at: 'written_at edited_at answered_at',
    given: `id course_id learner_id stars words written_at edited_at answer answered_at hidden_because`,
    cleared: { words: `''`, answer: 'null', answered_at: 'null' },
  },
  review_reports: {
    record: 'reviews',
    whose: byLearner,
    isGone: true,
    at: 'reported_at',
    given: 'review_id learner_id reported_at',
  },
  review_requests: {
    record: 'reviews',
    whose: byLearner,
    at: 'dismissed_at',
    given: 'learner_id course_id stage dismissed_at',
  },
  // Before the complaints, by whose address they are found.
  complaint_events: {
    record: 'complaints',
    whose: `complaint_id in (select id from complaints where ${theirComplaints})`,
    at: 'happened_at',
    given: 'complaint_id kind words happened_at',
    internal: 'id',
    ofStaff: 'staff_id',
    cleared: { words: `''` },
  },
  complaints: {
    record: 'complaints',
    whose: theirComplaints,
    at: 'filed_at closed_at',
    given: `id year number learner_id name email language subject order_id state outcome filed_at
      due_on closed_at`,
    internal: 'revision',
    ofStaff: 'assigned_to',
    cleared: { name: `''`, email: `''`, language: 'null' },
  },
}
