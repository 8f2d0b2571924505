import { msg } from '../shared/i18n/translate.ts'
import { tooOldToRefund } from '../shared/refundable.ts'

/**
 * Every expected "no" of the academy: its status and the one sentence that people read.
 * The keys are the stable machine words sent as `code`.
 */
export const problems = {
  invalid_input: [400, msg('Please check your input and try again.')],
  malformed_json: [400, msg('The request is not valid JSON.')],
  code_wrong: [400, msg('This verification code is wrong. Please check your code and try again.')],
  code_expired: [400, msg('This verification code has expired. Please ask for a new one.')],
  code_spent: [400, msg('Too many wrong codes. Please ask for a new one.')],
  code_used: [400, msg('This code was used before. Your account is open already. Please log in.')],
  sign_up_not_found: [
    404,
    msg('There is no sign-up of this address in this browser any more. Please sign up again.'),
  ],
  code_of_another_sign_up: [
    400,
    msg('This code was asked for in another browser. Please use the one you asked for here.'),
  ],
  reset_link_unusable: [
    400,
    msg('This link has expired or was used before. Please ask for a new one.'),
  ],
  password_wrong: [400, msg('Your present password is wrong.')],
  google_refused: [401, msg('Google login failed. Please try again or use email/password.')],
  google_email_unverified: [401, msg('Your Google account has no verified e-mail address.')],
  google_off: [404, msg('Google sign-in is not set up here.')],
  google_unreachable: [503, msg('Google cannot be reached right now. Please use email/password.')],
  signature_wrong: [400, msg('This payment could not be verified.')],
  payment_mismatch: [400, msg('This payment does not belong to this order.')],
  not_signed_in: [401, msg('Please log in to continue.')],
  credentials_wrong: [401, msg('Invalid email or password. Please check your credentials.')],
  second_step_needed: [401, msg('Please enter the code of your second step, too.')],
  second_code_wrong: [
    400,
    msg('This code is wrong or was used before. Please enter the one that is shown now.'),
  ],
  challenge_unusable: [400, msg('That took too long. Please begin again.')],
  passkey_refused: [400, msg('This passkey could not be used. Please try another way.')],
  passkey_not_found: [404, msg('This passkey does not exist any more.')],
  second_step_required: [
    403,
    msg('Who works here needs a second step or a passkey. Please set one up, or show yours.'),
  ],
  step_up_needed: [403, msg('Please show once more that it is you.')],
  app_missing: [409, msg('There is no authenticator app in this account.')],
  last_way_in: [
    409,
    msg('This is the only way into your account. Please set a password or a passkey first.'),
  ],
  google_taken: [409, msg('This Google account belongs to another account here.')],
  account_locked: [
    403,
    msg(
      'This account is locked, as somebody said that it was not them. Please choose a new password by the link that we mailed.',
    ),
  ],
  alert_unusable: [400, msg('This link has expired or was used before.')],
  not_allowed: [403, msg('You are not allowed to do this.')],
  account_blocked: [
    403,
    msg('This account is blocked. Please write to us if you think that this is a mistake.'),
  ],
  read_only: [403, msg('You are only looking at this account. Nothing can be changed from here.')],
  not_in_views: [
    403,
    msg(
      'Support sees no sums and no tax details in somebody’s account. Orders stand on the learner’s page.',
    ),
  ],
  of_staff: [403, msg('This person works here. Only an owner may do this.')],
  learner_not_found: [404, msg('There is no such learner.')],
  learner_is_staff: [409, msg('You cannot look at the account of somebody who works here.')],
  not_yourself: [409, msg('You cannot block yourself.')],
  owner_not_blockable: [
    409,
    msg('An owner cannot be blocked. Please give them another role first.'),
  ],
  email_taken: [409, msg('Another account has this e-mail address already.')],
  email_link_unusable: [
    400,
    msg(
      'This link has expired, was replaced or was used before. Please write to us for a new one.',
    ),
  ],
  learner_erased: [409, msg('This account was deleted at its owner’s request.')],
  erasure_of_parent: [
    409,
    msg('Please withdraw your consent to the accounts of your children first: they go, too.'),
  ],
  erasure_of_staff: [
    409,
    msg(
      'You work here, so this account cannot be deleted. Please ask an owner to end that first; the last owner hands the academy over before.',
    ),
  ],
  erasure_link_unusable: [
    400,
    msg('This link has expired or was used before. Please log in, or write to us.'),
  ],
  export_not_found: [404, msg('This copy is not there any more. Please ask for a new one.')],
  join_of_staff: [
    409,
    msg('The account of somebody who works here, or did, cannot be joined with another.'),
  ],
  join_of_second_step: [
    409,
    msg(
      'The other account has a second step or a passkey. Please log in there and take it away first.',
    ),
  ],
  join_of_blocked: [
    409,
    msg('The other account is blocked, so it cannot be joined. Please write to us.'),
  ],
  question_not_found: [404, msg('This question is not there any more.')],
  discussion_blocked: [
    403,
    msg('You cannot write here any more. Please write to us if you think that this is a mistake.'),
  ],
  review_not_found: [404, msg('This review is not there any more.')],
  review_too_early: [
    403,
    msg('You can review a course once you have played about a third of it, unless you work here.'),
  ],
  complaint_not_found: [
    404,
    msg('There is no such complaint here. Please open the link in our mail again.'),
  ],
  complaint_changed: [
    409,
    msg('Something has happened to this complaint meanwhile. Please open it again.'),
  ],
  not_for_children: [409, msg('A child’s account gets no news and offers.')],
  no_reminders_for_children: [409, msg('A child’s account gets no reminders.')],
  not_in_child_accounts: [
    409,
    msg('A child’s account keeps the address that it logs in with, and has no Google login.'),
  ],
  push_not_taken: [
    400,
    msg('This browser cannot be sent messages. Please try once more, or choose mails.'),
  ],
  child_cannot_buy: [
    403,
    msg(
      'This is a child’s account. Please ask your parent to buy the course and share it with you.',
    ),
  ],
  course_already_shared: [
    409,
    msg('You have shared this purchase with a child already. Each child needs one of its own.'),
  ],
  child_not_found: [404, msg('There is no such account of a child of yours.')],
  too_many_children: [409, msg('You have added as many children as one account can have.')],
  consent_withdrawn: [409, msg('The parent’s consent to this account was withdrawn.')],
  join_of_child: [409, msg('A child’s account cannot be joined with another.')],
  gift_not_found: [404, msg('This course was not given to this learner as a gift.')],
  mail_not_found: [404, msg('This mail is not kept any more.')],
  not_from_here: [403, msg('This page can only be opened on the computer that runs the academy.')],
  course_not_owned: [403, msg('You do not have this course.')],
  lesson_not_due: [403, msg('This lesson is not open yet.')],
  course_not_completed: [403, msg('You need to complete the course to receive a certificate.')],
  not_found: [404, msg('This page does not exist.')],
  demo_gone: [409, msg('The demo went for good; it cannot be brought back.')],
  course_not_found: [404, msg('This course does not exist.')],
  film_not_found: [404, msg('This film does not exist.')],
  film_in_use: [409, msg('This film is in a course. Please take it out of its lessons first.')],
  captions_not_found: [404, msg('This film has no captions in this language.')],
  captions_unreadable: [
    400,
    msg('These captions cannot be read. Please choose a VTT or SRT file.'),
  ],
  staff_not_found: [404, msg('This person is not one of your staff.')],
  already_staff: [409, msg('This person already works here. You can change their role.')],
  last_owner: [
    409,
    msg('There must be at least one owner. Please make somebody else an owner first.'),
  ],
  invitation_not_found: [404, msg('This invitation does not exist any more.')],
  invitation_unusable: [
    400,
    msg('This invitation has expired, was withdrawn or was used before. Please ask for a new one.'),
  ],
  file_not_found: [404, msg('This file does not exist.')],
  video_not_found: [404, msg('This video does not exist.')],
  too_many_notes: [
    409,
    msg('This course has 5,000 notes of yours, and no more fit. Please delete some first.'),
  ],
  quiz_not_found: [404, msg('This lesson has no quiz.')],
  quiz_tries_used: [409, msg('You have used all tries of this quiz.')],
  attempt_not_found: [404, msg('There is no such try of yours.')],
  attempt_submitted: [409, msg('This try was handed in already.')],
  assignment_not_found: [404, msg('This lesson has no assignment.')],
  assignment_marked: [409, msg('This assignment was marked already.')],
  upload_not_found: [404, msg('The file is not here. Please choose it once more.')],
  upload_room_full: [
    413,
    msg(
      'There is no room left for a file of this size among those that you have handed in. Please choose a smaller one, or hand in a link to it. What you uploaded without handing it in is removed within two days.',
    ),
  ],
  submission_not_found: [404, msg('There is nothing handed in like this.')],
  submission_exists: [409, msg('This was handed in already.')],
  submission_superseded: [
    409,
    msg('A newer version was handed in meanwhile. Please look at that one.'),
  ],
  submission_answered: [
    409,
    msg('Somebody has answered meanwhile. Please read that answer first.'),
  ],
  review_answered: [409, msg('Somebody has answered meanwhile. Please read that answer first.')],
  settings_changed: [
    409,
    msg('Somebody has changed these settings meanwhile. Please load the page again.'),
  ],
  payment_not_found: [404, msg('This payment does not exist.')],
  letter_not_found: [404, msg('This campaign does not exist.')],
  letter_changed: [409, msg('Somebody has changed this campaign meanwhile. Please open it again.')],
  letter_not_draft: [409, msg('This campaign is to be sent already. Please cancel that first.')],
  letter_without_readers: [
    409,
    msg('Nobody would get this campaign now. Please choose whom it is for again.'),
  ],
  letter_has_begun: [
    409,
    msg('This campaign has begun to go out and cannot be cancelled any more.'),
  ],
  difference_not_found: [404, msg('This difference does not exist.')],
  invoice_not_found: [404, msg('There is no tax invoice for this payment.')],
  credit_note_not_found: [404, msg('There is no credit note for this payment.')],
  certificate_not_found: [404, msg('This certificate does not exist.')],
  certificate_withdrawn: [410, msg('This certificate was withdrawn.')],
  buyer_state_missing: [
    400,
    msg('Please choose the State you live in. Your invoice has to name it.'),
  ],
  buyer_details_missing: [
    400,
    msg('Please enter the name and address that your invoice has to hold.'),
  ],
  buyer_outside_india: [400, msg('We can sell to buyers in India only at present.')],
  gstin_invalid: [400, msg('This GSTIN is not right. Please check it, or leave it out.')],
  draft_conflict: [
    409,
    msg('Somebody else has saved this course meanwhile. Nothing of yours is lost.'),
  ],
  picture_type_wrong: [415, msg('Please choose a JPEG, PNG, WebP or AVIF picture.')],
  picture_unreadable: [
    400,
    msg('This picture cannot be read. Please save it anew, or choose another.'),
  ],
  picture_size_wrong: [400, msg('This picture is too small or too large. Please choose another.')],
  logo_type_wrong: [415, msg('Please choose a logo as PNG, JPEG or SVG.')],
  logo_unsafe: [
    400,
    msg(
      'This SVG has a script in it or asks for other files. Please save it as a plain SVG or as PNG.',
    ),
  ],
  course_not_published: [409, msg('This course is a draft. Please publish it first.')],
  course_already_owned: [409, msg('You already own this course.')],
  bundle_not_found: [404, msg('This bundle does not exist.')],
  bundle_changed: [
    409,
    msg('Somebody has changed this bundle meanwhile. Please load the page again.'),
  ],
  coupon_unknown: [404, msg('We do not know this coupon. Please check how it is written.')],
  coupon_expired: [409, msg('This coupon is over.')],
  coupon_used_up: [409, msg('This coupon has been used up.')],
  coupon_not_for_this: [409, msg('This coupon cannot be used here: it is for another course.')],
  coupon_code_taken: [
    409,
    msg('There is a coupon with this code already. Please choose another code.'),
  ],
  refund_not_possible: [409, msg('This payment cannot be refunded.')],
  refund_too_old: [409, tooOldToRefund],
  refund_not_found: [404, msg('This refund does not exist.')],
  refund_not_failed: [409, msg('This refund has not failed, so Razorpay may give it still.')],
  refund_window_over: [409, msg('The time for a refund of this payment is over.')],
  too_large: [413, msg('The request is too large.')],
  wrong_media_type: [415, msg('Please send JSON (application/json).')],
  too_many_tries: [429, msg('Too many tries. Please wait a little and try again.')],
  our_fault: [500, msg('Something went wrong on our side. Please try again.')],
  provider_refused: [502, msg('The payment provider refused the request. Please try again later.')],
  provider_unavailable: [
    503,
    msg('The payment provider cannot be reached right now. Please try again.'),
  ],
  storage_full: [
    507,
    msg(
      'There is no room left where files are kept. What was sent is kept; please make room and try again.',
    ),
  ],
  storage_unavailable: [
    503,
    msg(
      'The place where files are kept cannot be reached right now. Nothing is lost; please try again in a moment.',
    ),
  ],
  database_not_writable: [
    503,
    msg('Nothing can be saved right now. What you had is safe; please try again in a few minutes.'),
  ],
  not_ready: [503, msg('The academy is starting. Please try again in a moment.')],
  too_busy: [503, msg('Too many people are doing this right now. Please try again in a moment.')],
} as const satisfies Record<string, readonly [status: number, sentence: string]>

export type ProblemCode = keyof typeof problems
