import type { Letter } from '../outside/mail/render-letter.ts'
import { paths } from '../paths.ts'

export function rupees(amountInPaise: number): string {
  return new Intl.NumberFormat('en-IN', {
    style: 'currency',
    currency: 'INR',
    maximumFractionDigits: amountInPaise % 100 === 0 ? 0 : 2,
  }).format(amountInPaise / 100)
}

export function receiptLetter(facts: {
  buyerName: string
  courseTitle: string
  courseId: string
  amountInPaise: number
  receiptNumber: string
  razorpayPaymentId: string
  publicUrl: string
}): Letter {
  return {
    subject: `Your receipt for ${facts.courseTitle}`,
    greeting: `Hello ${facts.buyerName},`,
    paragraphs: [
      `Thank you: your payment has arrived and ${facts.courseTitle} is yours, for life.`,
      'Your receipt is attached; you find it again in your payment history.',
    ],
    facts: [
      ['Course', facts.courseTitle],
      ['Amount', rupees(facts.amountInPaise)],
      ['Receipt', facts.receiptNumber],
      ['Payment', facts.razorpayPaymentId],
    ],
    button: { label: 'Start learning', url: `${facts.publicUrl}${paths.course(facts.courseId)}` },
  }
}

export function refundLetter(facts: {
  buyerName: string
  courseTitle: string
  amountInPaise: number
  razorpayPaymentId: string
  isDuplicate: boolean
}): Letter {
  const why = facts.isDuplicate
    ? `You paid for ${facts.courseTitle} a second time. You keep the course; we give the second payment back.`
    : `We give your payment for ${facts.courseTitle} back, and the course is closed.`
  return {
    subject: `Your refund of ${rupees(facts.amountInPaise)}`,
    greeting: `Hello ${facts.buyerName},`,
    paragraphs: [
      why,
      'The money usually arrives within 5 to 7 working days, the same way that it was paid.',
    ],
    facts: [
      ['Amount', rupees(facts.amountInPaise)],
      ['Payment', facts.razorpayPaymentId],
    ],
  }
}

export function refundNotice(facts: {
  buyerName: string
  buyerEmail: string
  courseTitle: string
  amountInPaise: number
  razorpayPaymentId: string
  cause: string
}): Letter {
  return {
    subject: `Refund: ${rupees(facts.amountInPaise)} for ${facts.courseTitle}`,
    paragraphs: ['A payment is being refunded.'],
    facts: [
      ['Learner', `${facts.buyerName} (${facts.buyerEmail})`],
      ['Course', facts.courseTitle],
      ['Amount', rupees(facts.amountInPaise)],
      ['Payment', facts.razorpayPaymentId],
      ['Why', facts.cause],
    ],
  }
}
