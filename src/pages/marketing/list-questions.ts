import type { PublicSite } from '../../http/page-context.ts'
import { t } from '../../shared/i18n/translate.ts'
import type { StructuredData } from '../../ui/structured-data.ts'

export interface AnsweredQuestion {
  question: string
  answer: string
}

/** What people ask before they pay, the most frequent first. */
export function listQuestions({ figures }: PublicSite): AnsweredQuestion[] {
  return [
    {
      question: t('What if the course is not for me?'),
      answer: t(
        'Write to us within {days, plural, one {# day} other {# days}} of paying and you get your money back, the way it came. You need not give a reason.',
        { days: figures.guaranteeInDays },
      ),
    },
    {
      question: t('How long may I watch?'),
      answer: t(
        'For life. You pay once; there is no subscription and no date on which a course closes. If a course leaves the catalogue, those who bought it keep it.',
      ),
    },
    {
      question: t('How can I pay?'),
      answer: t(
        'By UPI, card, netbanking, wallet or EMI, in rupees, through Razorpay. We never see your card or your PIN.',
      ),
    },
    {
      question: t('The money has left my account, but the course is not there. What now?'),
      answer: t(
        'Nothing is lost. If your browser closes at the wrong moment, we ask the payment provider ourselves and open the course as soon as the payment is confirmed. My Courses shows every payment and its state.',
      ),
    },
    {
      question: t('Do I get a certificate?'),
      answer: t(
        'Yes, once you have watched every lesson of a course. It carries your name, the course, the date, and a code by which anybody can check that it is real.',
      ),
    },
    {
      question: t('Can I learn on my phone?'),
      answer: t(
        'Yes. The lessons play in the browser of a phone, a tablet or a computer, and go on where you stopped on the other one.',
      ),
    },
  ]
}

/** The same for search engines. */
export function describeQuestions(site: PublicSite): StructuredData {
  return {
    '@type': 'FAQPage',
    mainEntity: listQuestions(site).map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}
