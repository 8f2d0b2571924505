import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { letters } from '../src/domains/campaigns/server/tables.ts'
import { refunds } from '../src/domains/checkout/server/tables.ts'
import { complaintSeries, complaints } from '../src/domains/complaints/server/tables.ts'
import { questions } from '../src/domains/discussion/server/tables.ts'
import { filmCaptions } from '../src/domains/films/server/tables.ts'
import { differences } from '../src/domains/finance/server/tables.ts'
import { deliveredLook } from '../src/domains/look/look.ts'
import { reviews } from '../src/domains/reviews/server/tables.ts'
import { staffInvitations } from '../src/domains/staff/server/tables.ts'
import { buildRequest } from '../src/http/api-client.ts'
import { methodOf, pathOf, type Route } from '../src/http/endpoint.ts'
import { type Right, type Role, roles } from '../src/http/rights.ts'
import { buy } from './support/buy.ts'
import { endpoints } from './support/contracts.ts'
import {
  grantCourse,
  type MadeCourse,
  makeAdmin,
  makeAttachment,
  makeBundle,
  makeCoupon,
  makeCourse,
  makeFilm,
  makeLearner,
  makeStaff,
  type Person,
  unique,
  watchCourse,
} from './support/factories.ts'
import { startTestServer } from './support/start-test-server.ts'

const server = await startTestServer({ razorpay: true })
const { db } = server
afterAll(() => server.close())

/** What a buyer alone (and staff who edit courses) must ever be shown. */
const secretLink = 'https://videos.example/for-owners-only.mp4'

interface World {
  course: MadeCourse
  buyer: Person
  learnerId: string
  memberId: string
  invitationId: string
  paymentId: string
  certificateId: string
  alarmId: string
  refundId: string
  differenceId: string
  attachmentId: string
  filmId: string
  couponCode: string
  bundleId: string
  letterId: string
  complaintId: string
  reviewId: string
  questionId: string
  bundleBody: { title: string; price: number; course_ids: string[] }
}

/** 'ok' or the code of a refusal. */
type Outcome = string
interface Outcomes {
  visitor: Outcome
  /** Without courses. */
  learner: Outcome
  /** Has another course. */
  other: Outcome
  /** Has the course. */
  buyer: Outcome
  /** Staff who make courses; left out: like any learner. */
  teachers?: Outcome
}
type Input = Parameters<typeof buildRequest>[1]
/** A call of staff is decided by the right it names; what is here is the outcome for who has it. */
type Case = [Outcomes | { withRight: Outcome }, (world: World) => Input]

/** Which roles have a right: written down once more, by hand. */
const holders: Record<Right, Role[]> = {
  courses: ['owner', 'teacher'],
  people: ['owner', 'support'],
  gifts: ['owner', 'support'],
  refunds: ['owner', 'support'],
  orders: ['owner', 'finance'],
  offers: ['owner'],
  tax: ['owner', 'finance'],
  exports: ['owner', 'finance'],
  letters: ['owner'],
  insight: ['owner'],
  settings: ['owner'],
  staff: ['owner'],
  audit: ['owner'],
}

const everybody = (outcome: Outcome): Outcomes => ({
  visitor: outcome,
  learner: outcome,
  other: outcome,
  buyer: outcome,
})
const signedIn = (outcome: Outcome): Outcomes => ({
  ...everybody(outcome),
  visitor: 'not_signed_in',
})
const buyers = (refusal: Outcome): Outcomes => ({ ...signedIn(refusal), buyer: 'ok' })
const teachersAnd = (refusal: Outcome): Outcomes => ({ ...buyers(refusal), teachers: 'ok' })
const staff = { withRight: 'ok' }

const nothing = (): Input => ({})
const ofNobody = (): Input => ({ params: { id: crypto.randomUUID() } })
const ofCourse = ({ course }: World): Input => ({ params: { course_id: course.id } })
const ofLesson = ({ course }: World) => ({
  params: { course_id: course.id, video_id: course.videoIds[0]! },
})
const ofId = ({ course }: World): Input => ({ params: { id: course.id } })
const ofPayment = ({ paymentId }: World): Input => ({ params: { payment_id: paymentId } })
const ofBuyer = ({ buyer }: World): Input => ({ params: { id: buyer.id } })
const ofLearner = ({ learnerId }: World): Input => ({
  params: { id: learnerId },
  body: { reason: 'They asked for it.' },
})
const unknownEmail = 'nobody@example.test'
/** Always another's, so that nobody runs out of tries. */
const wrongPair = (): Input => ({
  body: { email: `${crypto.randomUUID()}@example.test`, password: 'wrong password' },
})
const ofPage = (): Input => ({ params: { address: 'about' } })
const ofBundle = ({ bundleId }: World): Input => ({ params: { id: bundleId } })
const ofLetter = ({ letterId }: World): Input => ({ params: { id: letterId } })
const ofComplaint = ({ complaintId }: World): Input => ({ params: { id: complaintId } })
const ofReview = ({ reviewId }: World): Input => ({ params: { id: reviewId } })
const ofQuestion = ({ questionId }: World): Input => ({ params: { id: questionId } })
const ofNoAnswer = ({ questionId }: World): Input => ({
  params: { id: questionId, answer_id: crypto.randomUUID() },
})
const newsLetter = {
  list: 'news',
  subject: 'New',
  body: 'Hello',
  audience: 'everybody',
  course_id: null,
} as const
const ofCoupon = ({ couponCode }: World): Input => ({ params: { code: couponCode } })
const ofFirstVideo = ({ course }: World): Input => ({
  query: { video_id: course.videoIds[0] },
})
const ofNovember = (): Input => ({ query: { from: '2026-11-01', to: '2026-11-30' } })
const madeUpAnswer = {
  id: 'x',
  rawId: 'x',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' },
}
const fresh = { password: 'something new', confirm_password: 'something new' }

/** Who gets what from every call. A new call must be decided here. */
const matrix: Record<Route, Case> = {
  'GET /settings': [everybody('ok'), nothing],
  'POST /auth/signup': [
    everybody('ok'),
    () => ({ body: { ...fresh, email: `${crypto.randomUUID()}@example.test`, name: 'New' } }),
  ],
  'POST /auth/resend-code': [
    everybody('ok'),
    () => ({ body: { email: `${crypto.randomUUID()}@example.test` } }),
  ],
  'POST /auth/verify': [
    everybody('code_wrong'),
    () => ({ body: { email: unknownEmail, verification_code: '123456' } }),
  ],
  'POST /auth/login': [everybody('credentials_wrong'), wrongPair],
  'POST /auth/admin/login': [everybody('credentials_wrong'), wrongPair],
  'POST /auth/google': [everybody('google_off'), () => ({ body: { credential: 'x' } })],
  'GET /auth/google-nonce': [everybody('google_off'), nothing],
  'POST /auth/second-step': [
    everybody('challenge_unusable'),
    () => ({ body: { challenge: 'x', code: '123456' } }),
  ],
  'GET /auth/passkey-challenge': [everybody('ok'), nothing],
  'POST /auth/passkey': [everybody('passkey_refused'), () => ({ body: { answer: madeUpAnswer } })],
  'POST /auth/step-up': [signedIn('step_up_needed'), () => ({ body: { password: 'x' } })],
  'GET /auth/security': [signedIn('ok'), nothing],
  'POST /auth/app': [signedIn('step_up_needed'), nothing],
  'POST /auth/app/confirm': [signedIn('step_up_needed'), () => ({ body: { code: '123456' } })],
  'DELETE /auth/app': [signedIn('step_up_needed'), nothing],
  'POST /auth/recovery-codes': [signedIn('step_up_needed'), nothing],
  'POST /auth/passkeys/options': [signedIn('step_up_needed'), nothing],
  'POST /auth/passkeys': [
    signedIn('step_up_needed'),
    () => ({
      body: {
        name: 'x',
        answer: { ...madeUpAnswer, response: { clientDataJSON: 'x', attestationObject: 'x' } },
      },
    }),
  ],
  'PATCH /auth/passkeys/:id': [
    signedIn('passkey_not_found'),
    () => ({ params: { id: 'x' }, body: { name: 'x' } }),
  ],
  'DELETE /auth/passkeys/:id': [signedIn('step_up_needed'), () => ({ params: { id: 'x' } })],
  'POST /auth/google-account': [signedIn('step_up_needed'), () => ({ body: { credential: 'x' } })],
  'DELETE /auth/google-account': [signedIn('step_up_needed'), nothing],
  'POST /my-account/email': [signedIn('step_up_needed'), () => ({ body: { email: unknownEmail } })],
  'POST /admin/learners/:id/reset-second-step': [staff, ofLearner],
  'POST /auth/not-me': [everybody('alert_unusable'), () => ({ body: { token: 'x' } })],
  'POST /auth/logout': [everybody('ok'), nothing],
  'GET /my-sessions': [signedIn('ok'), nothing],
  'DELETE /my-sessions/:id': [signedIn('ok'), () => ({ params: { id: 'of-nobody-at-all' } })],
  'POST /my-sessions/end-others': [signedIn('ok'), nothing],
  'GET /my-mail-consents': [signedIn('ok'), nothing],
  'PUT /my-mail-consents': [signedIn('ok'), () => ({ body: { news: true } })],
  'GET /auth/profile': [signedIn('ok'), nothing],
  'PATCH /auth/profile': [signedIn('ok'), () => ({ body: {} })],
  'POST /auth/change-password': [
    signedIn('password_wrong'),
    () => ({ body: { ...fresh, current_password: 'x' } }),
  ],
  'POST /auth/forgot-password': [everybody('ok'), () => ({ body: { email: unknownEmail } })],
  'POST /auth/reset-password': [
    everybody('reset_link_unusable'),
    () => ({ body: { ...fresh, token: 'x' } }),
  ],
  'GET /courses': [everybody('ok'), nothing],
  'GET /courses/:course_id': [everybody('ok'), ofCourse],
  'GET /courses/:course_id/transcripts': [everybody('ok'), ofCourse],
  'GET /my-courses': [signedIn('ok'), nothing],
  'GET /my-courses/:course_id/access': [signedIn('ok'), ofCourse],
  'GET /courses/:course_id/progress': [buyers('course_not_owned'), ofCourse],
  'GET /courses/:course_id/plan.ics': [buyers('course_not_owned'), ofCourse],
  // The lesson has no own film: of one that has `give-offline-key.test.ts` tells.
  'GET /courses/:course_id/videos/:video_id/offline-key': [
    { ...signedIn('course_not_owned'), buyer: 'video_not_found' },
    ({ course }) => ({ params: { course_id: course.id, video_id: course.videoIds[0]! } }),
  ],
  'PUT /courses/:course_id/videos/:video_id/progress': [
    buyers('course_not_owned'),
    ({ course }) => ({
      params: { course_id: course.id, video_id: course.videoIds[0]! },
      body: { position: 0, duration: 60, played: [] },
    }),
  ],
  'GET /courses/:course_id/quizzes': [buyers('course_not_owned'), ofCourse],
  'GET /courses/:course_id/videos/:video_id/quiz': [
    { ...signedIn('course_not_owned'), buyer: 'quiz_not_found' },
    ofLesson,
  ],
  'POST /courses/:course_id/videos/:video_id/quiz/attempts': [
    { ...signedIn('course_not_owned'), buyer: 'quiz_not_found' },
    ofLesson,
  ],
  'PUT /courses/:course_id/videos/:video_id/quiz/attempts/:attempt_id/answers/:question_id': [
    { ...signedIn('course_not_owned'), buyer: 'attempt_not_found' },
    (world) => ({
      params: { ...ofLesson(world).params, attempt_id: crypto.randomUUID(), question_id: 'q' },
      body: { answer: true },
    }),
  ],
  'POST /courses/:course_id/videos/:video_id/quiz/attempts/:attempt_id/submit': [
    { ...signedIn('course_not_owned'), buyer: 'attempt_not_found' },
    (world) => ({ params: { ...ofLesson(world).params, attempt_id: crypto.randomUUID() } }),
  ],
  'GET /courses/:course_id/assignments': [buyers('course_not_owned'), ofCourse],
  'GET /courses/:course_id/videos/:video_id/assignment': [
    { ...signedIn('course_not_owned'), buyer: 'assignment_not_found' },
    ofLesson,
  ],
  'POST /courses/:course_id/videos/:video_id/assignment/submissions': [
    { ...signedIn('course_not_owned'), buyer: 'assignment_not_found' },
    (world) => ({ ...ofLesson(world), body: { id: crypto.randomUUID(), text: 'Words.' } }),
  ],
  'GET /my-submissions/:id/file': [signedIn('submission_not_found'), ofNobody],
  'GET /my-assignments': [signedIn('ok'), nothing],
  'POST /courses/:course_id/videos/:video_id/problem': [
    buyers('course_not_owned'),
    ({ course }) => ({
      params: { course_id: course.id, video_id: course.videoIds[0]! },
      body: { reason: 'removed' },
    }),
  ],
  'GET /my-notes': [
    buyers('course_not_owned'),
    ({ course }) => ({ query: { course_id: course.id } }),
  ],
  'PUT /my-notes/:id': [
    buyers('course_not_owned'),
    ({ course }) => ({
      params: { id: crypto.randomUUID() },
      body: {
        course_id: course.id,
        video_id: course.videoIds[0]!,
        film: 1,
        at_second: 1,
        text: 'Mine.',
        revision: crypto.randomUUID(),
        seen: [],
        base: '',
      },
    }),
  ],
  // Of somebody else’s note nothing is told, and nothing happens to it.
  'DELETE /my-notes/:id': [
    signedIn('ok'),
    () => ({ params: { id: crypto.randomUUID() }, query: { seen: crypto.randomUUID() } }),
  ],
  'GET /my-notes.md': [
    buyers('course_not_owned'),
    ({ course }) => ({ query: { course_id: course.id } }),
  ],
  'GET /my-transcripts': [signedIn('ok'), () => ({ query: { q: 'anything' } })],
  'GET /certificate/:course_id': [buyers('course_not_owned'), ofCourse],
  'GET /certificate/:course_id/preview': [buyers('course_not_owned'), ofCourse],
  'GET /certificates/:certificate_id': [
    everybody('ok'),
    ({ certificateId }) => ({ params: { certificate_id: certificateId } }),
  ],
  'GET /certificates/:certificate_id/badge': [
    everybody('ok'),
    ({ certificateId }) => ({ params: { certificate_id: certificateId } }),
  ],
  'GET /certificates/:certificate_id/badge.png': [
    everybody('ok'),
    ({ certificateId }) => ({ params: { certificate_id: certificateId } }),
  ],
  'GET /credentials/document-keys': [everybody('ok'), nothing],
  'GET /credentials/status/:list': [everybody('ok'), () => ({ params: { list: '0' } })],
  'POST /payment/create-order': [
    { ...signedIn('ok'), buyer: 'course_already_owned' },
    ({ course }) => ({ body: { course_id: course.id } }),
  ],
  'POST /payment/verify': [
    signedIn('payment_mismatch'),
    () => ({
      body: {
        razorpay_order_id: 'order_x',
        razorpay_payment_id: 'pay_x',
        razorpay_signature: 'x',
      },
    }),
  ],
  'GET /my-payments': [signedIn('ok'), nothing],
  'GET /my-payments/:payment_id/receipt': [buyers('payment_not_found'), ofPayment],
  'POST /my-payments/:payment_id/refund': [buyers('payment_not_found'), ofPayment],
  'POST /admin/courses': [staff, () => ({ body: { title: 'New', description: 'New', price: 1 } })],
  'GET /admin/courses': [staff, nothing],
  'POST /admin/drafts': [staff, () => ({ body: { course: { title: 'New' } } })],
  'POST /admin/markdown': [staff, () => ({ body: { text: '*Hello*' } })],
  'POST /admin/courses/:id/copy': [staff, ofId],
  'GET /admin/courses/:id/draft': [staff, ofId],
  'GET /my-payments/:payment_id/invoice': [signedIn('invoice_not_found'), ofPayment],
  'GET /my-payments/:payment_id/credit-note': [signedIn('credit_note_not_found'), ofPayment],
  'GET /admin/payments/:payment_id/invoice': [{ withRight: 'invoice_not_found' }, ofPayment],
  'GET /admin/payments/:payment_id/credit-note': [
    { withRight: 'credit_note_not_found' },
    ofPayment,
  ],
  'GET /my-tax-details': [signedIn('ok'), nothing],
  'PUT /my-tax-details': [signedIn('ok'), () => ({ body: { state: 'Kerala' } })],
  'GET /admin/exports/gstr1-b2b.csv': [staff, ofNovember],
  'GET /admin/exports/gstr1-b2cl.csv': [staff, ofNovember],
  'GET /admin/exports/gstr1-b2cs.csv': [staff, ofNovember],
  'GET /admin/exports/gstr1-cdnr.csv': [staff, ofNovember],
  'GET /admin/exports/gstr1-cdnur.csv': [staff, ofNovember],
  'GET /admin/exports/gstr1-hsn.csv': [staff, ofNovember],
  'GET /admin/exports/gstr1-hsn-b2b.csv': [staff, ofNovember],
  'GET /admin/exports/gstr1-hsn-b2c.csv': [staff, ofNovember],
  'GET /admin/exports/gstr1.json': [
    staff,
    () => ({ query: { from: '2026-11-01', to: '2026-11-30', gstin: '29AAGCB7383J1Z4' } }),
  ],
  'GET /admin/exports/gstr1-docs.csv': [staff, ofNovember],
  'GET /admin/look': [staff, nothing],
  'PUT /admin/look/draft': [staff, () => ({ body: deliveredLook })],
  'POST /admin/look/publish': [staff, () => ({ body: deliveredLook })],
  'POST /admin/look/preview': [staff, () => ({ body: deliveredLook })],
  'POST /admin/look/certificate': [staff, () => ({ body: { look: deliveredLook, name: 'Asha' } })],
  'POST /admin/look/history/:number/restore': [staff, () => ({ params: { number: '0' } })],
  // Without a picture; with one: src/domains/look/logo.test.ts.
  'POST /admin/look/logo': [{ withRight: 'logo_type_wrong' }, nothing],
  'POST /admin/look/signature': [{ withRight: 'logo_type_wrong' }, nothing],
  'GET /admin/pages': [staff, nothing],
  'POST /admin/pages': [
    staff,
    () => ({ body: { address: `page-${crypto.randomUUID()}`.slice(0, 20), title: 'New' } }),
  ],
  'GET /admin/pages/:address/draft': [staff, ofPage],
  'PUT /admin/pages/:address/draft': [
    { withRight: 'draft_conflict' },
    () => ({ ...ofPage(), body: { revision: 99, content: { kind: 'page' } } }),
  ],
  'POST /admin/pages/:address/publish': [
    { withRight: 'draft_conflict' },
    () => ({ ...ofPage(), body: { revision: 99 } }),
  ],
  'DELETE /admin/pages/:address/schedule': [staff, ofPage],
  'GET /admin/pages/:address/history': [staff, ofPage],
  'POST /admin/pages/:address/history/:number/restore': [
    { withRight: 'not_found' },
    () => ({ params: { address: 'about', number: '99' }, body: { revision: 1 } }),
  ],
  'DELETE /admin/pages/:address': [staff, ofPage],
  'POST /admin/pages/:address/confirm': [staff, () => ({ params: { address: 'terms' } })],
  'POST /admin/pages/preview': [
    staff,
    () => ({ body: { address: 'about', content: { kind: 'page' } } }),
  ],
  'GET /pages/:address': [everybody('ok'), ofPage],
  'GET /frame': [everybody('ok'), nothing],
  'GET /admin/tax-settings': [staff, nothing],
  // Without a GSTIN: with one, every other purchase here would need a State.
  'PUT /admin/tax-settings': [
    staff,
    () => ({
      body: { legal_name: 'A', address: 'B', state: 'KA', gstin: null, sac: '999293' },
    }),
  ],
  'PUT /admin/courses/:id/draft': [
    staff,
    ({ course }) => ({ params: { id: course.id }, body: { revision: 1, course: {} } }),
  ],
  'GET /admin/courses/:id/preview': [staff, ofId],
  'POST /admin/courses/:id/publish': [
    staff,
    ({ course }) => ({ params: { id: course.id }, body: { revision: 1 } }),
  ],
  'DELETE /admin/courses/:id/schedule': [staff, ofId],
  'PUT /admin/courses/:id/state': [
    staff,
    ({ course }) => ({ params: { id: course.id }, body: { state: 'off_sale' } }),
  ],
  'GET /admin/courses/:id/publications': [staff, ofId],
  'GET /admin/submissions': [staff, nothing],
  'GET /admin/submissions-waiting': [staff, nothing],
  'GET /admin/submissions/:id': [{ withRight: 'submission_not_found' }, ofNobody],
  'GET /admin/submissions/:id/file': [{ withRight: 'submission_not_found' }, ofNobody],
  'POST /admin/submissions/:id/answers': [
    { withRight: 'submission_not_found' },
    () => ({
      params: { id: crypto.randomUUID() },
      body: { id: crypto.randomUUID(), after: 0, outcome: 'again' },
    }),
  ],
  'GET /admin/courses/:id/quizzes/:video_id/figures': [
    staff,
    ({ course }) => ({ params: { id: course.id, video_id: course.videoIds[0]! } }),
  ],
  'POST /admin/courses/:id/publications/:number/restore': [
    { withRight: 'not_found' },
    ({ course }) => ({ params: { id: course.id, number: '1' }, body: { revision: 1 } }),
  ],
  'GET /admin/courses/:id/export': [staff, ofId],
  'GET /admin/courses/:id/export.csv': [staff, ofId],
  'POST /admin/courses/import': [
    staff,
    () => ({ body: { format: 'academy-course', version: 1, course: { title: 'New' } } }),
  ],
  'POST /admin/courses/import-csv': [staff, () => ({ body: { csv: 'module,lesson\nOne,First' } })],
  // Without a picture; with one: src/domains/studio/server/pictures/pictures.test.ts.
  'POST /admin/pictures': [{ withRight: 'picture_type_wrong' }, nothing],
  'GET /admin/courses/:id/learners': [staff, ({ course }) => ({ params: { id: course.id } })],
  'DELETE /admin/courses/:id': [staff, ({ course }) => ({ params: { id: course.id } })],
  'GET /admin/courses/:id/video-problems': [staff, ({ course }) => ({ params: { id: course.id } })],
  'GET /admin/films': [staff, ({ course }) => ({ query: { course_id: course.id } })],
  'GET /admin/films/:id': [staff, ({ filmId }) => ({ params: { id: filmId } })],
  'DELETE /admin/films/:id': [staff, ({ filmId }) => ({ params: { id: filmId } })],
  'DELETE /admin/films/:id/missing/:name': [
    staff,
    ({ filmId }) => ({ params: { id: filmId, name: '480p' } }),
  ],
  'PUT /admin/films/:id/captions/:language': [
    staff,
    ({ filmId }) => ({
      params: { id: filmId, language: 'hi' },
      body: { label: 'Hindi', text: '0:01 --> 0:02\nNamaste' },
    }),
  ],
  'DELETE /admin/films/:id/captions/:language': [
    staff,
    ({ filmId }) => ({ params: { id: filmId, language: 'en' } }),
  ],
  'PUT /admin/films/:id/chapters': [
    staff,
    ({ filmId }) => ({ params: { id: filmId }, body: { text: '0:00 Welcome' } }),
  ],
  'GET /admin/attachments/:id': [staff, ({ attachmentId }) => ({ params: { id: attachmentId } })],
  'GET /admin/payments': [staff, nothing],
  'GET /admin/payments/page': [staff, nothing],
  'GET /admin/payments/:payment_id': [staff, ofPayment],
  'POST /admin/payments/:payment_id/refund': [staff, ofPayment],
  'POST /admin/payments/:payment_id/ask': [staff, ofPayment],
  'POST /admin/refunds/:id/paid-outside': [
    staff,
    ({ refundId }) => ({ params: { id: refundId }, body: { reason: 'By bank transfer.' } }),
  ],
  'GET /admin/fix-payment-status': [staff, nothing],
  'POST /admin/fix-payment-status': [staff, nothing],
  'GET /admin/payment-alarms': [staff, nothing],
  'POST /admin/payment-alarms/:id/close': [staff, ({ alarmId }) => ({ params: { id: alarmId } })],
  'GET /admin/staff': [staff, nothing],
  'POST /admin/staff': [
    staff,
    () => ({ body: { email: `${crypto.randomUUID()}@example.test`, role: 'teacher' } }),
  ],
  'PATCH /admin/staff/:id': [
    staff,
    ({ memberId }) => ({ params: { id: memberId }, body: { role: 'finance' } }),
  ],
  'DELETE /admin/staff/:id': [staff, ({ memberId }) => ({ params: { id: memberId } })],
  'DELETE /admin/staff/invitations/:id': [
    staff,
    ({ invitationId }) => ({ params: { id: invitationId } }),
  ],
  'POST /staff-invitations/read': [
    everybody('invitation_unusable'),
    () => ({ body: { token: 'x' } }),
  ],
  'POST /staff-invitations/accept': [
    everybody('invitation_unusable'),
    () => ({ body: { token: 'x' } }),
  ],
  'GET /admin/audit': [staff, nothing],
  'GET /admin/exports/audit.csv': [staff, nothing],
  'GET /offers/quote': [
    everybody('ok'),
    ({ course }) => ({ query: { course_id: course.id, coupon: 'NONE-SUCH' } }),
  ],
  'GET /bundles': [everybody('ok'), nothing],
  'GET /bundles/:id': [everybody('ok'), ofBundle],
  'GET /admin/bundles': [staff, nothing],
  'POST /admin/bundles': [staff, ({ bundleBody }) => ({ body: bundleBody })],
  'PUT /admin/bundles/:id': [
    staff,
    ({ bundleId, bundleBody }) => ({ params: { id: bundleId }, body: bundleBody }),
  ],
  'DELETE /admin/bundles/:id': [staff, ofBundle],
  'POST /admin/coupons': [staff, () => ({ body: { code: unique('code'), percent_off: 10 } })],
  'GET /admin/coupons': [staff, nothing],
  'GET /admin/coupons/:code': [staff, ofCoupon],
  'DELETE /admin/coupons/:code': [staff, ofCoupon],
  'GET /admin/courses/:id/launch-price': [staff, ofId],
  'PUT /admin/courses/:id/launch-price': [
    staff,
    ({ course }) => ({
      params: { id: course.id },
      body: { price: 1, ends_at: '2190-01-01T00:00:00Z' },
    }),
  ],
  'DELETE /admin/courses/:id/launch-price': [staff, ofId],
  'POST /complaints': [
    everybody('ok'),
    () => ({
      body: {
        subject: 'other',
        words: 'No sound.',
        name: 'Vani',
        email: `${crypto.randomUUID()}@example.test`,
      },
    }),
  ],
  'GET /my-complaints': [signedIn('ok'), nothing],
  'GET /complaints/:id': [{ ...everybody('complaint_not_found'), buyer: 'ok' }, ofComplaint],
  'POST /complaints/:id/replies': [
    { ...everybody('complaint_not_found'), buyer: 'ok' },
    (world) => ({ ...ofComplaint(world), body: { words: 'Still none.' } }),
  ],
  'GET /admin/complaints': [staff, nothing],
  'GET /admin/complaints-due': [staff, nothing],
  'GET /admin/complaints/:id': [staff, ofComplaint],
  'POST /admin/complaints/:id/assign': [
    staff,
    (world) => ({ ...ofComplaint(world), body: { revision: 1, staff_id: world.memberId } }),
  ],
  'POST /admin/complaints/:id/answer': [
    staff,
    (world) => ({ ...ofComplaint(world), body: { revision: 1, words: 'Soon.', outcome: null } }),
  ],
  'GET /courses/:course_id/questions': [teachersAnd('course_not_owned'), ofCourse],
  'POST /courses/:course_id/questions': [
    teachersAnd('course_not_owned'),
    (world) => ({
      ...ofCourse(world),
      body: { video_id: world.course.videoIds[0], title: 'Why is it so?' },
    }),
  ],
  'GET /questions/:id': [teachersAnd('question_not_found'), ofQuestion],
  'POST /questions/:id/answers': [
    teachersAnd('question_not_found'),
    (world) => ({ ...ofQuestion(world), body: { body: 'As it is.' } }),
  ],
  'PUT /questions/:id': [
    { ...buyers('question_not_found'), teachers: 'not_allowed' },
    (world) => ({ ...ofQuestion(world), body: { title: 'Why not?' } }),
  ],
  'DELETE /questions/:id': [
    { ...buyers('question_not_found'), teachers: 'not_allowed' },
    ofQuestion,
  ],
  'PUT /questions/:id/answers/:answer_id': [
    signedIn('question_not_found'),
    (world) => ({ ...ofNoAnswer(world), body: { body: 'As it was.' } }),
  ],
  'DELETE /questions/:id/answers/:answer_id': [signedIn('question_not_found'), ofNoAnswer],
  'PUT /questions/:id/solved': [
    teachersAnd('question_not_found'),
    (world) => ({ ...ofQuestion(world), body: { is_solved: true } }),
  ],
  'POST /questions/:id/report': [
    teachersAnd('question_not_found'),
    (world) => ({ ...ofQuestion(world), body: {} }),
  ],
  'GET /my-account/study-plan': [signedIn('ok'), nothing],
  'PUT /my-account/study-plan': [
    signedIn('ok'),
    () => ({ body: { weekdays: [1], hour: 7, minutes: 15, reminded_by: 'none' } }),
  ],
  'DELETE /my-account/study-plan': [signedIn('ok'), nothing],
  'GET /my-account/push-key': [signedIn('ok'), nothing],
  'GET /my-account/discussion-mails': [signedIn('ok'), nothing],
  'PUT /my-account/discussion-mails': [signedIn('ok'), () => ({ body: { frequency: 'daily' } })],
  'GET /admin/questions': [staff, nothing],
  'GET /admin/questions-waiting': [staff, nothing],
  'POST /admin/questions/:id/hide': [
    staff,
    (world) => ({ ...ofQuestion(world), body: { reason: 'abuse' } }),
  ],
  'POST /admin/questions/:id/show': [staff, (world) => ({ ...ofQuestion(world), body: {} })],
  'POST /admin/questions/:id/block': [
    staff,
    (world) => ({ ...ofQuestion(world), body: { reason: 'abuse' } }),
  ],
  'GET /admin/discussion-blocks': [staff, nothing],
  'POST /admin/discussion-blocks/end': [
    staff,
    ({ course, learnerId }) => ({ body: { course_id: course.id, learner_id: learnerId } }),
  ],
  'GET /courses/:course_id/reviews': [everybody('ok'), ofCourse],
  'GET /courses/:course_id/my-review': [signedIn('ok'), ofCourse],
  'PUT /courses/:course_id/my-review': [
    buyers('course_not_owned'),
    (world) => ({ ...ofCourse(world), body: { stars: 5, words: 'Clear and short.' } }),
  ],
  'DELETE /courses/:course_id/my-review': [signedIn('ok'), ofCourse],
  'POST /courses/:course_id/my-review/dismiss': [
    signedIn('ok'),
    (world) => ({ ...ofCourse(world), body: { stage: 'begun' } }),
  ],
  'POST /reviews/:id/report': [{ ...signedIn('ok'), buyer: 'review_not_found' }, ofReview],
  'GET /admin/reviews': [staff, nothing],
  'PUT /admin/reviews/:id/answer': [
    staff,
    (world) => ({ ...ofReview(world), body: { words: 'Thank you.' } }),
  ],
  'POST /admin/reviews/:id/hide': [
    staff,
    (world) => ({ ...ofReview(world), body: { reason: 'advertising' } }),
  ],
  'POST /admin/reviews/:id/show': [staff, ofReview],
  'GET /my-nominee': [signedIn('ok'), nothing],
  'PUT /my-nominee': [
    signedIn('ok'),
    () => ({ body: { name: 'Lata', email: 'lata@example.test', phone: '', relation: 'wife' } }),
  ],
  'DELETE /my-nominee': [signedIn('ok'), nothing],
  'POST /admin/learners/:id/nominee': [staff, ofLearner],
  'GET /my-children': [signedIn('ok'), nothing],
  'POST /my-children': [
    signedIn('ok'),
    () => ({ body: { ...fresh, name: 'Aarav', consents: true } }),
  ],
  'DELETE /my-children/:id': [signedIn('child_not_found'), ofBuyer],
  'POST /my-children/:id/courses': [
    signedIn('child_not_found'),
    (world) => ({ ...ofBuyer(world), body: { course_id: world.course.id } }),
  ],
  'GET /admin/letters': [staff, nothing],
  'GET /admin/letter-troubles': [staff, nothing],
  'POST /admin/letters': [staff, () => ({ body: newsLetter })],
  'GET /admin/letters/:id': [staff, ofLetter],
  'PUT /admin/letters/:id': [
    staff,
    ({ letterId }) => ({ params: { id: letterId }, body: { ...newsLetter, revision: 1 } }),
  ],
  'DELETE /admin/letters/:id': [staff, ofLetter],
  'GET /admin/letters/:id/preview': [staff, ofLetter],
  'GET /admin/letters/:id/readers': [staff, ofLetter],
  'POST /admin/letters/:id/test': [staff, ofLetter],
  'POST /admin/letters/:id/send': [
    staff,
    ({ letterId }) => ({ params: { id: letterId }, body: { revision: 1 } }),
  ],
  'POST /admin/letters/:id/cancel': [staff, ofLetter],
  'GET /admin/settings': [staff, nothing],
  'PUT /admin/settings': [staff, () => ({ body: { values: {} } })],
  'GET /admin/letter-settings': [staff, nothing],
  'PUT /admin/letter-settings': [
    staff,
    () => ({ body: { letters_a_minute: 60, are_reminders_on: false } }),
  ],
  'GET /admin/insight/today': [staff, nothing],
  'POST /admin/insight/recount': [staff, () => ({ body: { day: '2026-11-01' } })],
  'GET /admin/insight/revenue': [staff, ofNovember],
  'GET /admin/insight/funnel': [staff, ofNovember],
  'GET /admin/insight/completion': [staff, nothing],
  'GET /admin/insight/lessons': [staff, ({ course }) => ({ query: { course_id: course.id } })],
  'GET /admin/insight/retention': [staff, ofFirstVideo],
  'GET /admin/exports/insight-revenue.csv': [staff, ofNovember],
  'GET /admin/exports/insight-funnel.csv': [staff, ofNovember],
  'GET /admin/exports/insight-completion.csv': [staff, nothing],
  'GET /admin/exports/insight-retention.csv': [staff, ofFirstVideo],
  'GET /admin/desk/summary': [staff, nothing],
  'GET /admin/desk/refunds': [staff, nothing],
  'GET /admin/desk/failed-refunds': [staff, nothing],
  'GET /admin/desk/disputes': [staff, nothing],
  'GET /admin/desk/settlements': [staff, nothing],
  'GET /admin/desk/differences': [staff, nothing],
  'POST /admin/desk/differences/:id/resolve': [
    staff,
    ({ differenceId }) => ({ params: { id: differenceId }, body: { note: 'Paid in cash.' } }),
  ],
  'GET /admin/learners': [staff, nothing],
  'GET /admin/course-names': [staff, nothing],
  'GET /admin/learners/:id': [staff, ofBuyer],
  'POST /admin/learners/:id/courses': [
    staff,
    ({ buyer, course }) => ({
      params: { id: buyer.id },
      body: { course_id: course.id, reason: 'A friend.' },
    }),
  ],
  'POST /admin/learners/:id/courses/:course_id/openings': [
    staff,
    ({ course, buyer }) => ({
      params: { id: buyer.id, course_id: course.id },
      body: { video_id: course.videoIds[0]!, reason: 'They asked for it.' },
    }),
  ],
  'DELETE /admin/learners/:id/courses/:course_id': [
    { withRight: 'gift_not_found' },
    ({ buyer, course }) => ({
      params: { id: buyer.id, course_id: course.id },
      body: { reason: 'Over.' },
    }),
  ],
  'POST /admin/learners/:id/mails/:mail_id/resend': [
    { withRight: 'mail_not_found' },
    ({ buyer }) => ({ params: { id: buyer.id, mail_id: crypto.randomUUID() } }),
  ],
  'POST /admin/learners/:id/certificates/:certificate_id/reissue': [
    { withRight: 'certificate_not_found' },
    ({ buyer }) => ({
      params: { id: buyer.id, certificate_id: 'KA-0' },
      body: { name: 'Asha Rao', reason: 'Misspelt.' },
    }),
  ],
  'POST /admin/learners/:id/email': [
    staff,
    (world) => ({
      ...ofBuyer(world),
      body: { email: `${crypto.randomUUID()}@example.test`, reason: 'Lost it.' },
    }),
  ],
  'POST /admin/learners/:id/join': [
    staff,
    (world) => ({
      ...ofBuyer(world),
      body: { email: `${crypto.randomUUID()}@example.test`, reason: 'Bought twice.' },
    }),
  ],
  'GET /privacy/register': [everybody('ok'), nothing],
  'GET /my-data/exports': [signedIn('ok'), nothing],
  'POST /my-data/exports': [signedIn('ok'), nothing],
  'GET /my-data/exports/:id/file': [
    signedIn('export_not_found'),
    () => ({ params: { id: '01890000-0000-7000-8000-000000000000' } }),
  ],
  'GET /my-data/erasure': [signedIn('ok'), nothing],
  // Without a password, and before a code was mailed.
  'POST /my-data/erasure': [signedIn('code_expired'), () => ({ body: { code: '1' } })],
  'POST /my-data/erasure/code': [signedIn('ok'), nothing],
  'DELETE /my-data/erasure': [signedIn('ok'), nothing],
  'POST /my-data/erasure/cancel': [
    everybody('erasure_link_unusable'),
    () => ({ body: { token: 'x' } }),
  ],
  'GET /my-account/join': [signedIn('ok'), nothing],
  'POST /my-account/join': [signedIn('invalid_input'), () => ({ body: { email: 'x' } })],
  'DELETE /my-account/join': [signedIn('ok'), nothing],
  'POST /my-account/join/confirm': [
    signedIn('code_expired'),
    () => ({ body: { email: 'nobody@example.test', code: 'x', other_code: 'x' } }),
  ],
  'POST /email-changes/confirm': [
    everybody('email_link_unusable'),
    () => ({ body: { token: 'x' } }),
  ],
  'POST /email-changes/answer': [
    everybody('email_link_unusable'),
    () => ({ body: { token: 'x', agrees: true } }),
  ],
  'POST /admin/learners/:id/end-sessions': [staff, ofLearner],
  'POST /admin/learners/:id/block': [staff, ofLearner],
  'POST /admin/learners/:id/unblock': [staff, ofLearner],
  'POST /admin/learners/:id/see-as': [staff, ofLearner],
  'GET /my-account/support-views': [signedIn('ok'), nothing],
  'GET /admin/exports/learners.csv': [staff, nothing],
  'POST /admin/learners/import': [staff, () => ({ body: { csv: 'email,name,courses' } })],
  'GET /admin/exports/orders.csv': [
    staff,
    () => ({ query: { from: '2026-01-01', to: '2026-12-31' } }),
  ],
  'GET /admin/exports/sales-register.csv': [staff, ofNovember],
  'GET /admin/desk/month': [staff, () => ({ query: { month: '2026-11' } })],
  'GET /admin/demo': [staff, nothing],
  'DELETE /admin/demo': [staff, nothing],
  'POST /admin/demo/restore': [staff, nothing],
  'GET /admin/first-run': [staff, nothing],
  'PUT /admin/first-run': [staff, () => ({ body: { state: 'open' } })],
  'POST /csp-reports': [everybody('ok'), () => ({ body: [] })],
  'GET /admin/checklist': [staff, nothing],
  'POST /admin/checklist/:item/test': [staff, () => ({ params: { item: 'webhook' } })],
  'PUT /admin/grievance-officer': [
    staff,
    () => ({ body: { name: 'Asha Rao', email: 'asha@example.test', phone: '080 4000 0001' } }),
  ],
  'GET /grievance-officer': [everybody('ok'), nothing],
}

/** For calls that change nothing in it. */
const sharedWorld = makeWorld()

describe('of every call it is decided who may use it', () => {
  test('and every call that the server registers is described', async () => {
    const answer = await server.fetch('/api/openapi.json')
    const { paths } = (await answer.json()) as { paths: Record<string, Record<string, unknown>> }
    const registered = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )

    const described = endpoints.map(
      ({ route }) => `${methodOf(route)} ${pathOf(route).replaceAll(/:(\w+)/g, '{$1}')}`,
    )
    expect(registered.toSorted()).toEqual(described.toSorted())
    expect(Object.keys(matrix).toSorted()).toEqual(endpoints.map(({ route }) => route).toSorted())
  })

  test.each(Object.entries(matrix) as [Route, Case][])('%s', async (route, [outcomes, input]) => {
    const expected = expectedOf(route, outcomes)
    // A call of staff that names nothing of a world changes nothing in it.
    const isSafe = route.startsWith('GET') || ('withRight' in outcomes && input.length === 0)
    const makeWorldFor = () => (isSafe ? sharedWorld : makeWorld())
    const world = await makeWorldFor()
    const other = await makeLearner(db)
    await grantCourse(db, other, await makeCourse(db))
    const people: Record<string, { token: string }> = {
      visitor: { token: '' },
      learner: await makeLearner(db),
      other,
      owner: await makeAdmin(db),
      teacher: await makeStaff(db, 'teacher'),
      support: await makeStaff(db, 'support'),
      finance: await makeStaff(db, 'finance'),
      buyer: world.buyer,
    }
    // What one of several does to a world is done: who may do it too gets a world of their own.
    const isShared = (who: string) =>
      'visitor' in outcomes || expected[who] === 'not_allowed' || who === 'owner'

    const answers: Record<string, { outcome: string; text: string }> = {}
    for (const [who, { token }] of Object.entries(people)) {
      const own = isShared(who) ? world : await makeWorldFor()
      answers[who] = await ask(route, input(own), token)
    }

    const found = Object.entries(answers).map(([who, { outcome }]) => [who, outcome])
    expect(Object.fromEntries(found)).toEqual(expected)
    for (const who of ['visitor', 'learner', 'other', 'support', 'finance']) {
      expect(answers[who]?.text).not.toContain(secretLink)
    }
    for (const who of ['visitor', 'learner', 'other']) {
      expect(answers[who]?.text).not.toContain(world.buyer.email)
    }
  })
})

describe('an owner whose lesson is not due', () => {
  test('is shown nothing of it by any call of learners, and reports nothing', async () => {
    const course = await makeCourse(db, {
      modules: [[secretLink]],
      lesson: { opens: { kind: 'days', days: 7 } },
    })
    const buyer = await makeLearner(db)
    await grantCourse(db, buyer, course)
    const world = { ...(await sharedWorld), course }
    const routes = (Object.entries(matrix) as [Route, Case][]).filter(
      ([route]) =>
        pathOf(route).startsWith('/api/courses/') || pathOf(route).startsWith('/api/my-courses'),
    )

    const outcomes: Record<string, Outcome> = {}
    for (const [route, [, input]] of routes) {
      const { outcome, text } = await ask(route, input(world), buyer.token)
      outcomes[route] = outcome
      expect(text).not.toContain(secretLink)
    }

    expect(outcomes).toEqual({
      'GET /courses/:course_id': 'ok',
      'GET /courses/:course_id/transcripts': 'ok',
      'GET /my-courses': 'ok',
      'GET /my-courses/:course_id/access': 'ok',
      'GET /courses/:course_id/progress': 'ok',
      'GET /courses/:course_id/plan.ics': 'ok',
      'GET /courses/:course_id/videos/:video_id/offline-key': 'lesson_not_due',
      'PUT /courses/:course_id/videos/:video_id/progress': 'lesson_not_due',
      'POST /courses/:course_id/videos/:video_id/problem': 'lesson_not_due',
      'GET /courses/:course_id/quizzes': 'ok',
      'GET /courses/:course_id/videos/:video_id/quiz': 'lesson_not_due',
      'POST /courses/:course_id/videos/:video_id/quiz/attempts': 'lesson_not_due',
      'PUT /courses/:course_id/videos/:video_id/quiz/attempts/:attempt_id/answers/:question_id':
        'attempt_not_found',
      'POST /courses/:course_id/videos/:video_id/quiz/attempts/:attempt_id/submit':
        'attempt_not_found',
      'GET /courses/:course_id/assignments': 'ok',
      'GET /courses/:course_id/videos/:video_id/assignment': 'lesson_not_due',
      'POST /courses/:course_id/videos/:video_id/assignment/submissions': 'lesson_not_due',
      'GET /courses/:course_id/questions': 'ok',
      'POST /courses/:course_id/questions': 'ok',
      'GET /courses/:course_id/reviews': 'ok',
      'GET /courses/:course_id/my-review': 'ok',
      'PUT /courses/:course_id/my-review': 'review_too_early',
      'DELETE /courses/:course_id/my-review': 'ok',
      'POST /courses/:course_id/my-review/dismiss': 'ok',
    })
  })
})

/** What each may. Staff without the right, and staff in calls of learners, are like any learner. */
function expectedOf(route: Route, outcomes: Case[0]): Record<string, Outcome> {
  const access = endpoints.find((endpoint) => endpoint.route === route)?.access
  if ('visitor' in outcomes) {
    if (typeof access === 'object') throw new Error(`${route} is a call of staff`)
    const { teachers = outcomes.learner, ...others } = outcomes
    const likeLearners = roles.map((role) => [
      role,
      holders.courses.includes(role) ? teachers : outcomes.learner,
    ])
    return { ...others, ...Object.fromEntries(likeLearners) }
  }
  if (typeof access !== 'object') throw new Error(`${route} names no right`)
  const may = holders[access.right]
  const byRole = roles.map((role) => [
    role,
    may.includes(role) ? outcomes.withRight : 'not_allowed',
  ])
  return { ...signedIn('not_allowed'), ...Object.fromEntries(byRole) }
}

async function ask(route: Route, input: Input, token: string) {
  const { method, url, body } = buildRequest(route, input)
  const answer = await server.fetch(url, {
    method,
    headers: {
      ...(token !== '' && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  })
  const text = await answer.text()
  const outcome = answer.ok ? 'ok' : (JSON.parse(text) as { code: string }).code
  return { outcome, text }
}

/** Somebody who bought, completed and was certified for a course; and a trouble with the payment. */
async function makeWorld(): Promise<World> {
  const course = await makeCourse(db, { modules: [[secretLink]] })
  const buyer = await makeLearner(db)
  const { razorpay_payment_id } = await buy(server, buyer, course)
  await watchCourse(db, buyer, course)
  const certificate = await ask(
    'GET /certificate/:course_id',
    ofCourse({ course } as World),
    buyer.token,
  )
  const payment = await db.execute<{ id: string }>(sql`
    select id from orders where razorpay_payment_id = ${razorpay_payment_id}`)
  const alarm = await db.execute<{ id: string }>(sql`
    insert into alarms (subject, message)
    values (${course.id}, 'Something is odd') returning id`)
  const [difference] = await db
    .insert(differences)
    .values({ kind: 'not_settled', entityId: razorpay_payment_id, message: 'Something is odd' })
    .returning({ id: differences.id })
  const attachmentId = await makeAttachment(db, course)
  const filmId = await makeFilm(db, course)
  await db.insert(filmCaptions).values({ filmId, language: 'en', label: 'English', vtt: 'WEBVTT' })
  const member = await makeStaff(db, 'support')
  const invitationId = await makeInvitation()
  const { code: couponCode } = await makeCoupon(db)
  const bundled = [course.id, (await makeCourse(db)).id]
  const bundleId = await makeBundle(db, bundled)
  return {
    course,
    buyer,
    learnerId: (await makeLearner(db)).id,
    memberId: member.id,
    invitationId,
    attachmentId,
    filmId,
    couponCode,
    letterId: await makeLetter(),
    complaintId: await makeComplaint(buyer),
    reviewId: await makeReview(buyer, course),
    questionId: await makeQuestion(buyer, course),
    bundleId,
    bundleBody: { title: 'Both', price: 1, course_ids: bundled },
    paymentId: payment.rows[0]!.id,
    alarmId: alarm.rows[0]!.id,
    refundId: await makeFailedRefund(payment.rows[0]!.id),
    differenceId: String(difference!.id),
    certificateId: (JSON.parse(certificate.text) as { certificate_id: string }).certificate_id,
  }
}

async function makeFailedRefund(orderId: string): Promise<string> {
  const id = crypto.randomUUID()
  await db.insert(refunds).values({
    id,
    orderId,
    razorpayPaymentId: `pay_${id}`,
    amountInPaise: 100,
    idempotencyKey: id,
    cause: 'duplicate',
    status: 'failed',
  })
  return id
}

async function makeLetter(): Promise<string> {
  const id = crypto.randomUUID()
  const { list, subject, body, audience } = newsLetter
  await db.insert(letters).values({ id, list, subject, body, audience })
  return id
}

async function makeReview({ id: learnerId }: Person, { id: courseId }: MadeCourse) {
  const id = crypto.randomUUID()
  await db.insert(reviews).values({ id, learnerId, courseId, stars: 4 })
  return id
}

async function makeQuestion({ id: learnerId }: Person, { id: courseId, videoIds }: MadeCourse) {
  const id = crypto.randomUUID()
  const about = { videoId: videoIds[0]!, title: 'Why?' }
  await db.insert(questions).values({ id, learnerId, courseId, ...about })
  return id
}

async function makeComplaint({ id: learnerId, name, email }: Person): Promise<string> {
  const id = crypto.randomUUID()
  const [series] = await db
    .insert(complaintSeries)
    .values({ year: 2025, lastNumber: 1 })
    .onConflictDoUpdate({
      target: complaintSeries.year,
      set: { lastNumber: sql`${complaintSeries.lastNumber} + 1` },
    })
    .returning()
  const number = series!.lastNumber
  const about = { learnerId, name, email, subject: 'other' as const, dueOn: '2025-02-01' }
  await db.insert(complaints).values({ id, year: 2025, number, ...about })
  return id
}

async function makeInvitation(): Promise<string> {
  const id = crypto.randomUUID()
  await db.insert(staffInvitations).values({
    id,
    email: `${id}@example.test`,
    role: 'teacher',
    tokenHash: randomBytes(32),
    invitedBy: (await makeAdmin(db)).id,
    expiresAt: new Date(Date.now() + 60_000),
  })
  return id
}
