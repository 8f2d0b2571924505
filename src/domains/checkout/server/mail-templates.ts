import type { MailTemplate } from '../../../integrations/mail/render-mail.ts'
import { paths } from '../../../paths.ts'
import { ownPictureUrl } from '../../../shared/figures/own-picture.ts'
import { formatPaise } from '../../../shared/money.ts'

export function receiptMail(facts: {
  buyerName: string
  courseTitle: string
  courseId: string
  /** Null: the course has none of its own. */
  cover: string | null
  /** Of a bundle: the titles of its courses. */
  bundledTitles: string[]
  amountInPaise: number
  /** What offers took off. */
  discountInPaise: number
  couponCode: string | null
  receiptNumber: string
  /** Null: none was issued, and the receipt is attached. */
  invoiceNumber: string | null
  razorpayPaymentId: string
  publicUrl: string
}): MailTemplate {
  return {
    subject: `Your receipt for ${facts.courseTitle}`,
    greeting: `Hello ${facts.buyerName},`,
    paragraphs: [
      `Thank you! We have received your payment, and ${facts.courseTitle} is yours for life.`,
      ...(facts.bundledTitles.length > 0 ? [`In it: ${facts.bundledTitles.join(', ')}.`] : []),
      facts.invoiceNumber === null
        ? 'Your receipt is attached. You can also download it from your payment history.'
        : 'Your tax invoice is attached.',
    ],
    facts: [
      [facts.bundledTitles.length > 0 ? 'Bundle' : 'Course', facts.courseTitle],
      ...describeDiscount(facts),
      ['Amount', formatPaise(facts.amountInPaise)],
      ['Receipt', facts.receiptNumber],
      ...(facts.invoiceNumber === null
        ? []
        : [['Tax invoice', facts.invoiceNumber] satisfies [string, string]]),
      ['Payment', facts.razorpayPaymentId],
    ],
    button: {
      label: 'Start learning',
      url:
        facts.publicUrl +
        (facts.bundledTitles.length > 0 ? paths.myCourses : paths.course(facts.courseId)),
    },
    ...(facts.cover !== null && {
      picture: {
        url: ownPictureUrl(facts.cover, facts.publicUrl) ?? facts.cover,
        alt: `Cover of ${facts.courseTitle}`,
      },
    }),
  }
}

function describeDiscount(facts: {
  amountInPaise: number
  discountInPaise: number
  couponCode: string | null
}): [string, string][] {
  if (facts.discountInPaise === 0) return []
  const coupon = facts.couponCode === null ? '' : ` (coupon ${facts.couponCode})`
  return [
    ['Price', formatPaise(facts.amountInPaise + facts.discountInPaise)],
    ['Discount', `${formatPaise(facts.discountInPaise)}${coupon}`],
  ]
}

export function refundMail(facts: {
  buyerName: string
  courseTitle: string
  amountInPaise: number
  razorpayPaymentId: string
  /** Null: none was issued. */
  creditNoteNumber: string | null
  /** The learner has the course now, all else being written. */
  isOwned: boolean
  /** This payment is the one that had opened the course. */
  wasOpened: boolean
  isDisputed: boolean
}): MailTemplate {
  return {
    subject: `Your refund of ${formatPaise(facts.amountInPaise)}`,
    greeting: `Hello ${facts.buyerName},`,
    paragraphs: [
      explainRefund(facts),
      ...(facts.isDisputed
        ? []
        : [
            'The money usually reaches you within 5 to 7 working days, in the account you paid from.',
          ]),
      ...(facts.creditNoteNumber === null ? [] : ['Your credit note is attached.']),
    ],
    facts: [
      ['Amount', formatPaise(facts.amountInPaise)],
      ['Payment', facts.razorpayPaymentId],
      ...(facts.creditNoteNumber === null
        ? []
        : [['Credit note', facts.creditNoteNumber] satisfies [string, string]]),
    ],
  }
}

/** Of money that was given back by hand, or taken by a bank; nothing else changes. */
export function partRefundMail(facts: {
  buyerName: string
  courseTitle: string
  amountInPaise: number
  razorpayPaymentId: string
  creditNoteNumber: string
  isDisputed: boolean
}): MailTemplate {
  return {
    subject: facts.isDisputed
      ? `Your bank took ${formatPaise(facts.amountInPaise)} back for you`
      : `We gave you ${formatPaise(facts.amountInPaise)} back`,
    greeting: `Hello ${facts.buyerName},`,
    paragraphs: [
      ...(facts.isDisputed
        ? [
            `Your bank reversed a part of your payment for ${facts.courseTitle} after a dispute. You keep your access.`,
          ]
        : [
            `We gave back a part of your payment for ${facts.courseTitle}. You keep your access.`,
            'The money usually reaches you within 5 to 7 working days, in the account you paid from.',
          ]),
      'Your credit note is attached.',
    ],
    facts: [
      ['Amount', formatPaise(facts.amountInPaise)],
      ['Payment', facts.razorpayPaymentId],
      ['Credit note', facts.creditNoteNumber],
    ],
  }
}

function explainRefund(facts: {
  courseTitle: string
  isOwned: boolean
  wasOpened: boolean
  isDisputed: boolean
}): string {
  const course = facts.courseTitle
  if (facts.isOwned) {
    return `You paid for ${course} more than once. You keep the course, and we are refunding this payment.`
  }
  if (facts.isDisputed) {
    return `Your bank reversed your payment for ${course} after a dispute, so you no longer have access to the course.`
  }
  return facts.wasOpened
    ? `We are refunding your payment for ${course}, and you no longer have access to the course.`
    : `We are refunding your payment for ${course}. It did not open the course.`
}

export function refundNoticeMail(facts: {
  buyerName: string
  buyerEmail: string
  courseTitle: string
  amountInPaise: number
  razorpayPaymentId: string
  cause: string
}): MailTemplate {
  return {
    subject: `Refund: ${formatPaise(facts.amountInPaise)} for ${facts.courseTitle}`,
    paragraphs: ['A payment is being refunded.'],
    facts: [
      ['Learner', `${facts.buyerName} (${facts.buyerEmail})`],
      ['Course', facts.courseTitle],
      ['Amount', formatPaise(facts.amountInPaise)],
      ['Payment', facts.razorpayPaymentId],
      ['Reason', facts.cause],
    ],
  }
}
