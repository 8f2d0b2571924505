import type { RecordName } from './records.ts'

/**
 * What else than a table says something of people, and of which record. Mails lie in the table of mails until
 * they are forgotten; a line of the log has ids only, which lead to rows that an erasure empties. A test holds
 * both against the code.
 */
export const mailsAbout: Record<string, RecordName> = {
  verificationMail: 'sign_in',
  accountExistsMail: 'sign_in',
  resetMail: 'sign_in',
  passwordChangedMail: 'sign_in',
  accountEventMail: 'sign_in',
  accountLockedMail: 'sign_in',
  invitationMail: 'account',
  confirmEmailMail: 'account',
  emailChangedMail: 'account',
  oldAddressMail: 'account',
  joinCodeMail: 'account',
  joinOtherCodeMail: 'account',
  joinedMail: 'account',
  receiptMail: 'purchases',
  refundMail: 'purchases',
  partRefundMail: 'purchases',
  refundNoticeMail: 'purchases',
  checkoutReminderMail: 'purchases',
  completionMail: 'certificates',
  certificateReissuedMail: 'certificates',
  submissionAnsweredMail: 'assignments',
  answerMail: 'discussion',
  digestMail: 'discussion',
  campaignMail: 'mail_consents',
  reminderMail: 'reminders',
  lessonsOpenMail: 'learning',
  childAddedMail: 'representatives',
  consentWithdrawnMail: 'representatives',
  nomineeMail: 'representatives',
  complaintFiledMail: 'complaints',
  complaintAnsweredMail: 'complaints',
  officerMail: 'complaints',
  exportReadyMail: 'requests',
  erasureCodeMail: 'requests',
  erasureRequestedMail: 'requests',
  erasureCancelledMail: 'requests',
  erasedMail: 'requests',
}

/** Null: of nobody. */
export const logFieldsAbout: Record<string, RecordName | null> = {
  accounts: null,
  attempts: null,
  backup: null,
  code: null,
  count: null,
  err: null,
  event_id: 'purchases',
  failure: null,
  kind: null,
  mail_id: 'mails',
  message: null,
  migration: null,
  order_id: 'purchases',
  reason: null,
  refund_id: 'purchases',
  signal: null,
  url: null,
  work: null,
  worker_pid: null,
}
