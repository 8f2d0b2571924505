/**
 * Every expected "no" of the academy: its status and the one sentence that people read.
 * The keys are the stable machine words sent as `code`.
 */
export const problems = {
  invalid_input: [400, 'Please check your input and try again.'],
  malformed_json: [400, 'The request is not valid JSON.'],
  code_wrong: [400, 'This verification code is wrong. Please check your code and try again.'],
  code_expired: [400, 'This verification code has expired. Please ask for a new one.'],
  code_spent: [400, 'Too many wrong codes. Please ask for a new one.'],
  code_of_another_sign_up: [
    400,
    'This code was asked for in another browser. Please use the one you asked for here.',
  ],
  reset_link_unusable: [400, 'This link has expired or was used before. Please ask for a new one.'],
  password_wrong: [400, 'Your present password is wrong.'],
  google_refused: [401, 'Google login failed. Please try again or use email/password.'],
  google_email_unverified: [401, 'Your Google account has no verified e-mail address.'],
  google_off: [404, 'Google sign-in is not set up here.'],
  google_unreachable: [503, 'Google cannot be reached right now. Please use email/password.'],
  signature_wrong: [400, 'This payment could not be verified.'],
  payment_not_captured: [
    409,
    'This payment is not complete yet. Your course opens as soon as it is.',
  ],
  payment_mismatch: [400, 'This payment does not belong to this order.'],
  not_signed_in: [401, 'Please log in to continue.'],
  credentials_wrong: [401, 'Invalid email or password. Please check your credentials.'],
  not_allowed: [403, 'You are not allowed to do this.'],
  not_from_here: [403, 'This page can only be opened on the computer that runs the academy.'],
  course_not_owned: [403, 'You do not have this course.'],
  course_not_completed: [403, 'You need to complete the course to receive a certificate.'],
  not_found: [404, 'This page does not exist.'],
  course_not_found: [404, 'This course does not exist.'],
  file_not_found: [404, 'This file does not exist.'],
  video_not_found: [404, 'This video does not exist.'],
  payment_not_found: [404, 'This payment does not exist.'],
  certificate_not_found: [404, 'This certificate does not exist.'],
  draft_conflict: [409, 'Somebody else has saved this course meanwhile. Nothing of yours is lost.'],
  course_not_published: [409, 'This course is a draft. Please publish it first.'],
  course_already_owned: [409, 'You already own this course.'],
  refund_not_possible: [409, 'This payment cannot be refunded.'],
  refund_window_over: [409, 'The time for a refund of this payment is over.'],
  method_not_allowed: [405, 'This action is not possible here.'],
  too_large: [413, 'The request is too large.'],
  wrong_media_type: [415, 'Please send JSON (application/json).'],
  too_many_tries: [429, 'Too many tries. Please wait a little and try again.'],
  our_fault: [500, 'Something went wrong on our side. Please try again.'],
  provider_refused: [502, 'The payment provider refused the request. Please try again later.'],
  provider_unavailable: [
    503,
    'The payment provider cannot be reached right now. Please try again.',
  ],
  not_ready: [503, 'The academy is starting. Please try again in a moment.'],
  too_busy: [503, 'Too many people are doing this right now. Please try again in a moment.'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>

export type ProblemCode = keyof typeof problems
