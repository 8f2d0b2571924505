import type { MailTemplate } from '../../../integrations/mail/render-mail.ts'
import { paths } from '../../../paths.ts'
import { ownPictureUrl } from '../../../shared/figures/own-picture.ts'
import { languagePath } from '../../../shared/i18n/language.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { formatPaise } from '../../../shared/money.ts'
import { type Discounted, listDiscounts } from '../../tax/server/list-discounts.ts'

export function receiptMail(
  facts: Discounted & {
    buyerName: string
    courseTitle: string
    courseId: string
    /** Null: the course has none of its own. */
    cover: string | null
    /** Of a bundle: the titles of its courses. */
    bundledTitles: string[]
    amountInPaise: number
    receiptNumber: string
    /** Null: none was issued, and the receipt is attached. */
    invoiceNumber: string | null
    razorpayPaymentId: string
    publicUrl: string
  },
): MailTemplate {
  return {
    subject: t('Your receipt for {course}', { course: facts.courseTitle }),
    greeting: t('Hello {name},', { name: facts.buyerName }),
    paragraphs: [
      t('Thank you! We have received your payment, and {course} is yours for life.', {
        course: facts.courseTitle,
      }),
      ...(facts.bundledTitles.length > 0
        ? [t('In it: {courses}.', { courses: facts.bundledTitles.join(', ') })]
        : []),
      facts.invoiceNumber === null
        ? t('Your receipt is attached. You can also download it from your payment history.')
        : t('Your tax invoice is attached.'),
    ],
    facts: [
      [facts.bundledTitles.length > 0 ? t('Bundle') : t('Course'), facts.courseTitle],
      ...describeDiscount(facts),
      [t('Amount'), formatPaise(facts.amountInPaise)],
      [t('Receipt'), facts.receiptNumber],
      ...(facts.invoiceNumber === null
        ? []
        : [[t('Tax invoice'), facts.invoiceNumber] satisfies [string, string]]),
      [t('Payment'), facts.razorpayPaymentId],
    ],
    button: {
      label: t('Start learning'),
      url:
        facts.publicUrl +
        languagePath(
          facts.bundledTitles.length > 0 ? paths.myCourses : paths.course(facts.courseId),
        ),
    },
    ...(facts.cover !== null && {
      picture: {
        url: ownPictureUrl(facts.cover, facts.publicUrl) ?? facts.cover,
        alt: t('Cover of {course}', { course: facts.courseTitle }),
      },
    }),
  }
}

function describeDiscount(facts: Discounted & { amountInPaise: number }): [string, string][] {
  const discounts = listDiscounts(facts).map(({ amountInPaise, couponCode: code }) => {
    const amount = formatPaise(amountInPaise)
    const told = code === null ? amount : t('{amount} (coupon {code})', { amount, code })
    return [t('Discount'), told] satisfies [string, string]
  })
  if (discounts.length === 0) return []
  return [[t('Price'), formatPaise(facts.amountInPaise + facts.discountInPaise)], ...discounts]
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
  /** It is paid for by another payment, which stands. */
  isPaidOtherwise: boolean
  /** The titles of those of its courses that the learner has now. */
  keptTitles: string[]
  /** This payment is the one that had opened the course. */
  wasOpened: boolean
  isDisputed: boolean
}): MailTemplate {
  return {
    // Support reads the subjects of a learner's mails, and is shown no sums (docs/decisions/0058).
    subject: t('Your refund for {course}', { course: facts.courseTitle }),
    greeting: t('Hello {name},', { name: facts.buyerName }),
    paragraphs: [
      explainRefund(facts),
      ...(facts.isDisputed
        ? []
        : [
            t(
              'The money usually reaches you within 5 to 7 working days, in the account you paid from.',
            ),
          ]),
      ...(facts.creditNoteNumber === null ? [] : [t('Your credit note is attached.')]),
    ],
    facts: factsOfRefund(facts),
  }
}

function factsOfRefund(facts: {
  amountInPaise: number
  razorpayPaymentId: string
  creditNoteNumber: string | null
}): [string, string][] {
  const listed: [string, string][] = [
    [t('Amount'), formatPaise(facts.amountInPaise)],
    [t('Payment'), facts.razorpayPaymentId],
  ]
  if (facts.creditNoteNumber !== null) listed.push([t('Credit note'), facts.creditNoteNumber])
  return listed
}

/** Of money that was given back by hand, or taken by a bank; nothing else changes. */
export function partRefundMail(facts: {
  buyerName: string
  courseTitle: string
  amountInPaise: number
  razorpayPaymentId: string
  /** Null: none was issued. */
  creditNoteNumber: string | null
  isDisputed: boolean
}): MailTemplate {
  return {
    subject: facts.isDisputed
      ? t('Your bank took back a part of your payment for {course}', { course: facts.courseTitle })
      : t('We gave back a part of your payment for {course}', { course: facts.courseTitle }),
    greeting: t('Hello {name},', { name: facts.buyerName }),
    paragraphs: [
      ...(facts.isDisputed
        ? [
            t(
              'Your bank reversed a part of your payment for {course} after a dispute. You keep your access.',
              { course: facts.courseTitle },
            ),
          ]
        : [
            t('We gave back a part of your payment for {course}. You keep your access.', {
              course: facts.courseTitle,
            }),
            t(
              'The money usually reaches you within 5 to 7 working days, in the account you paid from.',
            ),
          ]),
      ...(facts.creditNoteNumber === null ? [] : [t('Your credit note is attached.')]),
    ],
    facts: factsOfRefund(facts),
  }
}

function explainRefund(facts: {
  courseTitle: string
  isOwned: boolean
  isPaidOtherwise: boolean
  keptTitles: string[]
  wasOpened: boolean
  isDisputed: boolean
}): string {
  const course = facts.courseTitle
  if (facts.isOwned) return explainKept(facts)
  if (facts.keptTitles.length > 0) {
    const courses = facts.keptTitles.join(', ')
    return facts.isDisputed
      ? t(
          'Your bank reversed your payment for {course} after a dispute. Of its courses you keep {courses}.',
          { course, courses },
        )
      : t('We are refunding your payment for {course}. Of its courses you keep {courses}.', {
          course,
          courses,
        })
  }
  if (facts.isDisputed) {
    return t(
      'Your bank reversed your payment for {course} after a dispute, so you no longer have access to the course.',
      { course },
    )
  }
  return facts.wasOpened
    ? t(
        'We are refunding your payment for {course}, and you no longer have access to the course.',
        { course },
      )
    : t('We are refunding your payment for {course}. It did not open the course.', { course })
}

function explainKept(facts: {
  courseTitle: string
  isPaidOtherwise: boolean
  isDisputed: boolean
}): string {
  const course = facts.courseTitle
  if (facts.isDisputed) {
    return t(
      'Your bank reversed your payment for {course} after a dispute. You keep the course: you have it without this payment, too.',
      { course },
    )
  }
  return facts.isPaidOtherwise
    ? t(
        'You paid for {course} more than once. You keep the course, and we are refunding this payment.',
        { course },
      )
    : t(
        'We are refunding your payment for {course}. You keep the course: you have it without this payment, too.',
        { course },
      )
}

/** To the academy itself. */
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
