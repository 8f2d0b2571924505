import * as accounts from '../../src/domains/accounts/server/mail-templates.ts'
import * as security from '../../src/domains/accounts/server/security/mail-templates.ts'
import * as assignments from '../../src/domains/assignments/server/mail-templates.ts'
import * as campaigns from '../../src/domains/campaigns/server/mail-templates.ts'
import * as checkout from '../../src/domains/checkout/server/mail-templates.ts'
import * as complaints from '../../src/domains/complaints/server/mail-templates.ts'
import * as discussion from '../../src/domains/discussion/server/mail-templates.ts'
import * as learners from '../../src/domains/learners/server/mail-templates.ts'
import * as learning from '../../src/domains/learning/server/mail-templates.ts'
import * as privacy from '../../src/domains/privacy/server/mail-templates.ts'
import * as reminders from '../../src/domains/reminders/server/mail-templates.ts'
import * as representatives from '../../src/domains/representatives/server/mail-templates.ts'
import * as staff from '../../src/domains/staff/server/mail-templates.ts'
import type { MailTemplate } from '../../src/integrations/mail/render-mail.ts'

/** What opens something, wherever a mail says it. */
const secrets = { token: 'r4nd0m-'.repeat(6).slice(0, -1), code: '12345678' }
export const secretsOfMails = Object.values(secrets)

/** Facts of all mails, without a letter that is English; addresses aside. */
const facts = {
  name: 'मीरा',
  learnerName: 'मीरा',
  buyerName: 'मीरा',
  printedName: 'मीरा',
  inviterName: 'मीरा',
  brandName: 'कला',
  courseTitle: 'रील',
  courseId: '१',
  cover: 'https://academy.test/a.jpg',
  bundledTitles: [],
  amountInPaise: 499_900,
  discountInPaise: 100,
  couponCode: '१५',
  couponDiscountInPaise: 40,
  receiptNumber: '१',
  invoiceNumber: '२',
  creditNoteNumber: '३',
  razorpayPaymentId: '४',
  detail: '७',
  isOwnWish: false,
  ...secrets,
  id: '५',
  oldId: '६',
  url: 'https://academy.test/a',
  email: 'a@b.test',
  newEmail: 'c@d.test',
  otherEmail: 'c@d.test',
  keptEmail: 'c@d.test',
  publicUrl: 'https://academy.test',
}
const complaint = { ...facts, number: '१', dueOn: '2026-12-24', words: 'हाँ', officerName: 'लता' }
const told = {
  ...facts,
  videoId: '१',
  title: 'क्यों?',
  isAnswer: true,
  isTeachers: false,
  by: 'लता',
  words: 'हाँ',
}
const answered = { ...told, mark: null, highestMark: 10, hasLeft: false }
const refund = {
  ...facts,
  isOwned: false,
  isPaidOtherwise: false,
  keptTitles: [],
  wasOpened: false,
  isDisputed: false,
}

/** Every mail to people by the name of what writes it; where one has choices, each of its sentences. */
export const mailTemplates: Record<string, () => MailTemplate> = {
  accountEventMail: () => security.accountEventMail('new_device', facts),
  ...Object.fromEntries(
    security.accountEventNames.map((event) => [
      `accountEventMail, ${event}`,
      () => security.accountEventMail(event, facts),
    ]),
  ),
  accountLockedMail: () => security.accountLockedMail({ ...facts, hadRecoveryCodes: true }),
  verificationMail: () => accounts.verificationMail(facts),
  accountExistsMail: () => accounts.accountExistsMail(facts),
  resetMail: () => accounts.resetMail(facts),
  passwordChangedMail: () => accounts.passwordChangedMail(facts),
  'passwordChangedMail, here': () =>
    accounts.passwordChangedMail({ ...facts, isThisDeviceKept: true }),
  campaignMail: () =>
    campaigns.campaignMail({
      ...facts,
      subject: 'खबर',
      body: '**नया** [कोर्स](https://academy.test/a)',
    }),
  checkoutReminderMail: () => campaigns.checkoutReminderMail(facts),
  receiptMail: () => checkout.receiptMail(facts),
  'receiptMail, of a bundle without an invoice': () =>
    checkout.receiptMail({
      ...facts,
      bundledTitles: ['रील', 'कहानी'],
      invoiceNumber: null,
      couponCode: null,
    }),
  refundMail: () => checkout.refundMail(refund),
  'refundMail, owned': () => checkout.refundMail({ ...refund, isOwned: true }),
  'refundMail, owned and paid otherwise': () =>
    checkout.refundMail({ ...refund, isOwned: true, isPaidOtherwise: true }),
  'refundMail, owned and disputed': () =>
    checkout.refundMail({ ...refund, isOwned: true, isDisputed: true }),
  'refundMail, owned in part': () => checkout.refundMail({ ...refund, keptTitles: ['रील'] }),
  'refundMail, owned in part and disputed': () =>
    checkout.refundMail({ ...refund, keptTitles: ['रील'], isDisputed: true }),
  'refundMail, opened': () => checkout.refundMail({ ...refund, wasOpened: true }),
  'refundMail, disputed': () => checkout.refundMail({ ...refund, isDisputed: true }),
  partRefundMail: () => checkout.partRefundMail({ ...facts, isDisputed: false }),
  'partRefundMail, disputed': () => checkout.partRefundMail({ ...facts, isDisputed: true }),
  'partRefundMail, without a note': () =>
    checkout.partRefundMail({ ...facts, isDisputed: false, creditNoteNumber: null }),
  exportReadyMail: () => privacy.exportReadyMail(facts),
  erasureCodeMail: () => privacy.erasureCodeMail(facts),
  erasureRequestedMail: () => privacy.erasureRequestedMail({ ...facts, dueAt: new Date() }),
  erasureCancelledMail: () => privacy.erasureCancelledMail(facts),
  erasedMail: () => privacy.erasedMail(facts),
  complaintFiledMail: () => complaints.complaintFiledMail(complaint),
  'complaintFiledMail, to a visitor': () =>
    complaints.complaintFiledMail({ ...complaint, name: null, officerName: null }),
  complaintAnsweredMail: () => complaints.complaintAnsweredMail({ ...complaint, outcome: null }),
  'complaintAnsweredMail, closed': () =>
    complaints.complaintAnsweredMail({ ...complaint, outcome: 'remedied' }),
  'complaintAnsweredMail, explained': () =>
    complaints.complaintAnsweredMail({ ...complaint, outcome: 'explained' }),
  'complaintAnsweredMail, rejected': () =>
    complaints.complaintAnsweredMail({ ...complaint, outcome: 'rejected' }),
  officerMail: () => complaints.officerMail(complaint),
  confirmEmailMail: () => learners.confirmEmailMail(facts),
  oldAddressMail: () => learners.oldAddressMail(facts),
  'oldAddressMail, own': () => learners.oldAddressMail({ ...facts, isOwnWish: true }),
  emailChangedMail: () => learners.emailChangedMail({ ...facts, hadGoogle: false }),
  'emailChangedMail, with Google': () => learners.emailChangedMail({ ...facts, hadGoogle: true }),
  certificateReissuedMail: () => learners.certificateReissuedMail(facts),
  joinCodeMail: () => learners.joinCodeMail(facts),
  joinOtherCodeMail: () => learners.joinOtherCodeMail(facts),
  joinedMail: () => learners.joinedMail(facts),
  nomineeMail: () => representatives.nomineeMail({ ...facts, nomineeName: 'लता' }),
  'nomineeMail, of nobody': () => representatives.nomineeMail({ ...facts, nomineeName: null }),
  childAddedMail: () =>
    representatives.childAddedMail({ ...facts, childName: 'आरव', login: 'a@b.test' }),
  consentWithdrawnMail: () => representatives.consentWithdrawnMail({ ...facts, childName: 'आरव' }),
  reminderMail: () => reminders.reminderMail({ ...facts, minutes: 20, course: null }),
  'reminderMail, of a course': () =>
    reminders.reminderMail({ ...facts, minutes: 1, course: { id: '१', title: 'रील' } }),
  lessonsOpenMail: () => reminders.lessonsOpenMail({ ...facts, title: 'रील', titles: ['१', '२'] }),
  'lessonsOpenMail, of many': () =>
    reminders.lessonsOpenMail({ ...facts, title: 'रील', titles: Array(22).fill('१') }),
  submissionAnsweredMail: () =>
    assignments.submissionAnsweredMail({ ...answered, outcome: 'again' }),
  'submissionAnsweredMail, marked': () =>
    assignments.submissionAnsweredMail({ ...answered, outcome: 'marked', mark: 1 }),
  handedInMail: () => assignments.handedInMail({ ...told, text: 'हाँ' }),
  answerMail: () => discussion.answerMail(told),
  'answerMail, of a teacher': () => discussion.answerMail({ ...told, isTeachers: true }),
  'answerMail, a question': () => discussion.answerMail({ ...told, isAnswer: false, by: null }),
  digestMail: () =>
    discussion.digestMail({
      ...facts,
      entries: [
        { ...told, answers: 0 },
        { ...told, answers: 2 },
      ],
      more: 3,
      handedIn: 2,
    }),
  'digestMail, assignments alone': () =>
    discussion.digestMail({ ...facts, entries: [], more: 0, handedIn: 1 }),
  completionMail: () => learning.completionMail(facts),
  invitationMail: () => staff.invitationMail({ ...facts, role: 'support' }),
}
