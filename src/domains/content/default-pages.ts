import { paths } from '../../paths.ts'
import { formatMessage } from '../../shared/i18n/format-message.ts'
import { msg, t, translate } from '../../shared/i18n/translate.ts'
import type { Block, BlockType, FrameContent, Link, PageContent, SpecifiedPage } from './blocks.ts'

interface Facts {
  /** What is taught; null: what the specification's academy teaches. */
  subject: string | null
  /** Of the guarantee; null for a text that names them by its placeholder, for an owner to edit. */
  days: number | null
}

/** The words of the specification's pages, in the language that is read now, with placeholders. */
export function defaultPage(address: SpecifiedPage, facts: Facts): PageContent {
  const { title, description, blocks } = pages[address]({
    films: facts.subject === null,
    days: facts.days ?? Number.NaN,
  })
  const page = { kind: 'page' as const, title, description, blocks }
  // A count that nobody has is written so by `Intl`, in every language.
  return facts.days === null
    ? (JSON.parse(JSON.stringify(page).replaceAll('NaN', '{guarantee_days}')) as PageContent)
    : page
}

/** The links that come with the academy. */
export function defaultFrame(): FrameContent {
  const translated = (links: Link[]) => links.map(({ label, to }) => ({ label: t(label), to }))
  return {
    kind: 'frame',
    menu: translated(menuLinks),
    footer: [
      { heading: t('Quick links'), links: translated(quickLinks) },
      { heading: t('Support'), links: translated(supportLinks) },
    ],
    announcement: { text: '', link: { label: '', to: '' }, from: '', until: '' },
    social: [],
  }
}

export const menuLinks: Link[] = [
  { to: paths.home, label: msg('Home') },
  { to: paths.courses, label: msg('Courses') },
  { to: paths.about, label: msg('About Us') },
  { to: paths.results, label: msg('Results') },
]
const quickLinks: Link[] = [
  { to: paths.courses, label: msg('Courses') },
  { to: paths.about, label: msg('About Us') },
  { to: paths.results, label: msg('Results') },
  { to: paths.myCourses, label: msg('My Courses') },
]
export const supportLinks: Link[] = [
  { to: paths.contact, label: msg('Contact') },
  { to: paths.refundPolicy, label: msg('Refund Policy') },
  { to: paths.terms, label: msg('Terms') },
  { to: paths.privacy, label: msg('Privacy') },
]

interface Words {
  /** It is the specification's academy, which teaches to make films with AI. */
  films: boolean
  days: number
}

type DefaultPage = (words: Words) => Omit<PageContent, 'kind'>

const noLink = { label: '', to: '' }
const subject = '{subject}'
const academy = '{academy}'

const pages: Record<SpecifiedPage, DefaultPage> = {
  home: ({ films, days }) => ({
    title: films ? t('Learn to make films with AI') : t('Learn {subject}', { subject }),
    description: films
      ? t(
          'Video courses for creators in India: script, pictures, voice and cut with AI. Pay once, watch for life, earn a certificate.',
        )
      : t(
          'Learn {subject}: video courses to pay for once and watch for life, with a certificate.',
          {
            subject,
          },
        ),
    blocks: [
      {
        type: 'hero',
        id: 'hero',
        heading: films
          ? t('Finish one course, and make your own film with AI.')
          : t('Learn {subject}.', { subject }),
        lead: films
          ? t(
              'Script, pictures, voice and cut: learn each step from short video lessons, at your own pace. Made for creators in India.',
            )
          : t('Learn each step from short video lessons, at your own pace.'),
        button: toCourses(),
        link: { label: t('About us'), to: paths.about },
        shows_price: true,
      },
      figures([
        ['students', t('students')],
        ['success_rate', t('success rate')],
        ['rating', t('average rating')],
        ['guarantee', t('money-back guarantee')],
      ]),
      {
        type: 'steps',
        id: 'steps',
        heading: t('How it works'),
        style: 'numbered',
        items: [
          {
            heading: t('Choose a course and pay once'),
            text: t(
              'UPI, card, netbanking, wallet or EMI. The course opens as soon as the payment is through, and it stays yours for life.',
            ),
          },
          {
            heading: t('Watch, stop, make, go on'),
            text: t(
              'Short lessons that remember the second where you stopped, on every device you sign in on. Your progress counts what you really watched.',
            ),
          },
          {
            heading: t('Finish, and show it'),
            text: t(
              'The last lesson done, your certificate is ready: a PDF with your name in your own script and a code by which anybody can check it.',
            ),
          },
        ],
      },
      {
        type: 'courses',
        id: 'offered',
        heading: t('Courses to begin with'),
        button: { label: t('All courses'), to: paths.courses },
      },
      {
        type: 'questions',
        id: 'questions',
        heading: t('Before you pay'),
        lead: inMarkdown(
          msg('Another question? Write to {email} or see <link>all ways to reach us</link>.'),
          paths.contact,
        ),
        items: questions(days),
      },
      guarantee(days),
    ],
  }),

  about: ({ films, days }) => ({
    title: t('About Us'),
    description: t('Who we are, how we teach, and what you can hold us to.'),
    blocks: [
      {
        type: 'intro',
        id: 'intro',
        heading: t('About Us'),
        lead: films
          ? t(
              '{academy} teaches one thing: how to make films, pictures and voices with AI, so that somebody wants to look at them.',
              { academy },
            )
          : t('Learn {subject}, with {academy}.', { subject, academy }),
      },
      text('why', t('Why we exist'), [
        films &&
          t(
            'The tools are here, and most of them are easy to start. What is hard is the rest: a story that holds, pictures that belong together, a voice that fits, a cut that keeps people watching. That is craft, and craft can be taught.',
          ),
        films
          ? t(
              'Our courses are made for creators in India: for those who learn in the evening, on a phone, after work or college.',
            )
          : t(
              'Our courses are made for those who learn in the evening, on a phone, after work or college.',
            ),
      ]),
      text('how', t('How we teach'), [
        t(
          'Each course has several modules, each module a few short lessons. You watch one, you make something, you go on. The lessons remember where you stopped, on every device.',
        ),
        t(
          'You buy a course once and keep it for life. When you have watched all of it, you get a certificate that anybody can check.',
        ),
      ]),
      text('promise', t('What you can hold us to'), [
        t(
          'One price in rupees, told before you pay. Your money back for {days, plural, one {# day} other {# days}}. A payment that is never lost: if your browser closes at the wrong moment, the course still opens. And a person who answers: {hours}.',
          { days, hours: '{support_hours}' },
        ),
      ]),
      {
        type: 'call_to_action',
        id: 'onward',
        heading: '',
        text: '',
        button: toCourses(),
        link: { label: t('Write to us'), to: paths.contact },
      },
    ],
  }),

  results: ({ films, days }) => ({
    title: t('Results'),
    description: t('What our students reach, and what you hold in hand after a course.'),
    blocks: [
      {
        type: 'intro',
        id: 'intro',
        heading: t('Results'),
        lead: t('What our students reach, and what you will hold in your hands.'),
      },
      figures([
        ['students', t('students have learned with us')],
        ['success_rate', t('success rate')],
        ['rating', t('is how they rate the courses')],
      ]),
      {
        type: 'steps',
        id: 'outcomes',
        heading: t('After a course you have'),
        style: 'list',
        items: [
          {
            heading: t('Work you can show'),
            text: t(
              'Every course ends in something you made yourself, not in notes about how it is made.',
            ),
          },
          ...(films
            ? [
                {
                  heading: t('A way of working'),
                  text: t(
                    'From idea to script, from script to pictures, from pictures to a cut: in that order, every time. Tools change; the order stays.',
                  ),
                },
              ]
            : []),
          {
            heading: t('A certificate that can be checked'),
            text: t(
              'Your name, the course, the date, and a code that leads to a public page saying that it is real. Share it where people look for you.',
            ),
          },
        ],
      },
      guarantee(days),
    ],
  }),

  contact: () => ({
    title: t('Contact'),
    description: t('How to reach us by e-mail, by telephone and by post.'),
    blocks: [
      {
        type: 'intro',
        id: 'intro',
        heading: t('Contact'),
        lead: t('We answer {hours}.', { hours: '{support_hours}' }),
      },
      {
        type: 'contact',
        id: 'contact',
        note: t(
          'The best way for anything about a payment: write from the address of your account and name the payment id from My Courses, Payment History.',
        ),
      },
    ],
  }),

  'refund-policy': ({ days }) => ({
    title: t('Refund Policy'),
    description: t('How to get your money back, until when, and how it reaches you.'),
    blocks: [
      {
        type: 'intro',
        id: 'intro',
        heading: t('Refund Policy'),
        lead: t(
          'You have {days, plural, one {# day} other {# days}} from the day of payment to ask for your money back. You need not give a reason.',
          { days },
        ),
      },
      text('ask', t('How to ask'), [
        inMarkdown(
          msg(
            'Write to {email} from the e-mail address of your account and name the payment id. You find it under My Courses, Payment History.',
          ),
        ),
      ]),
      text('then', t('What happens then'), [
        list([
          t(
            'We pay back the full price, the way it came: to the same UPI account, card, bank account or wallet.',
          ),
          t(
            'Your bank decides how long it takes to show the amount; most need five to seven working days.',
          ),
          t('Your Payment History shows the payment as refunded, and the course closes.'),
        ]),
      ]),
      text('twice', t('Paid twice?'), [
        t(
          'If two payments for the same course go through, say in two browser tabs, the second is refunded by itself. You need not write.',
        ),
      ]),
      text('late', t('Paid, but the course is not there?'), [
        t(
          'A bank sometimes confirms late. We keep asking the payment provider, and the course opens as soon as the payment is confirmed. If it is not, the money goes back to you.',
        ),
      ]),
    ],
  }),

  terms: ({ days }) => ({
    title: t('Terms'),
    description: t('What you buy, what you may do with it, and what we owe you.'),
    blocks: [
      {
        type: 'intro',
        id: 'intro',
        heading: t('Terms'),
        lead: t('What you and {academy} agree on when you make an account or buy a course.', {
          academy,
        }),
      },
      text('account', t('Your account'), [
        list([
          t('An account belongs to one person. Keep the password to yourself.'),
          t(
            'The name you give is the name printed on your certificates; once issued, a certificate does not change.',
          ),
          t('You may ask us at any time to delete your account.'),
        ]),
      ]),
      text('purchase', t('What you buy'), [
        list([
          t(
            'A payment buys one course, or the courses of one bundle, for one person, for as long as we run the academy, with no further cost.',
          ),
          t(
            'Who buys is 18 or older. For a child, a parent buys and may share what was bought with one child.',
          ),
          t(
            'You may watch it on all your devices. You may not copy, sell or publicly show the lessons.',
          ),
          t('What you make with what you learned is yours.'),
          t('If we take a course out of the catalogue, those who bought it keep it.'),
        ]),
      ]),
      text('price', t('Price and payment'), [
        t(
          'Prices are in Indian rupees and stand beside the course. An order keeps the price it was made with. Payments go through Razorpay, and your bank or provider may have terms of its own. You may have your money back for {days, plural, one {# day} other {# days}}.',
          { days },
        ),
      ]),
      text('certificates', t('Certificates'), [
        t(
          'A certificate says that you have watched a course to its end. It is not a degree. Anybody who has its code can check it on a public page, which shows your name, the course and the date.',
        ),
      ]),
      text('disagree', t('If we disagree'), [
        t(
          'Write to us first: most things are settled that way. These terms follow the law of India.',
        ),
      ]),
    ],
  }),

  privacy: () => ({
    title: t('Privacy'),
    description: t('What we keep about you, why, and who else sees it.'),
    blocks: [
      {
        type: 'intro',
        id: 'intro',
        heading: t('Privacy'),
        lead: t(
          'What we keep about you, why we keep it, and who else sees it. There is no advertising here and no tracking by others.',
        ),
      },
      text('kept', t('What we keep'), [
        list([
          t('Your name and e-mail address, and your password in a form that cannot be read back.'),
          t(
            'Your payments: course, amount, state, times and the payment id. Never a card number, a UPI PIN or a bank login.',
          ),
          t(
            'Which seconds of which lesson you have watched, so that you can go on where you stopped and your certificate is earned.',
          ),
          t('Your certificates.'),
        ]),
      ]),
      text('browser', t('In your browser'), [
        t(
          'While you are signed in, your browser keeps a key to your account and your name in its local storage; logging out removes both. It also keeps your choice of light or dark. One cookie tells this browser from others when you sign up or log in, so that strangers can neither use your code nor lock you out. We set no advertising cookies.',
        ),
        t(
          'Lessons that you choose to keep for when you have no network lie encrypted in your browser; what you have played lies there, too, until we have heard of it. Logging out removes both.',
        ),
      ]),
      text('others', t('Who else sees something'), [
        list([
          t('Razorpay handles your payment and gets your name, e-mail address and the amount.'),
          t('Google, only if you choose to sign in with it.'),
          t('YouTube or Vimeo, only once you start a lesson that lies there.'),
          t(
            'Anybody who has the code of one of your certificates sees your name, the course and the date.',
          ),
        ]),
      ]),
      text('rights', t('Your rights'), [
        inMarkdown(
          msg(
            'You may ask what we keep, have it corrected, or have it deleted, as far as the law does not oblige us to keep records of payments. Write to {email}.',
          ),
        ),
      ]),
    ],
  }),
}

function toCourses(): Link {
  return { label: t('See the courses'), to: paths.courses }
}

type Of<Type extends BlockType> = Extract<Block, { type: Type }>

function text(id: string, heading: string, paragraphs: (string | false)[]): Of<'text'> {
  return { type: 'text', id, heading, text: paragraphs.filter(Boolean).join('\n\n') }
}

function list(items: string[]): string {
  return items.map((item) => `- ${item}`).join('\n')
}

function figures(
  items: [source: Of<'figures'>['items'][number]['source'], meaning: string][],
): Of<'figures'> {
  const rows = items.map(([source, meaning]) => ({ source, meaning, value: '', proof: '' }))
  return { type: 'figures', id: 'figures', items: rows }
}

/** The guarantee, and the button that leads on. */
function guarantee(days: number): Of<'call_to_action'> {
  return {
    type: 'call_to_action',
    id: 'guarantee',
    heading: t('{days, plural, one {# day} other {# days}} to change your mind', { days }),
    text: inMarkdown(
      msg(
        'Begin today. If within {days, plural, one {# day} other {# days}} you find that it is not for you, we pay back the full price. <link>How a refund works</link>',
      ),
      paths.refundPolicy,
      days,
    ),
    button: toCourses(),
    link: noLink,
  }
}

/** A message with a link inside, and the address of support, as Markdown. */
function inMarkdown(message: string, to = '', days = 0): string {
  const filled = formatMessage(translate(message), { days, email: '{support_email}' })
  return filled.replace(/<link>(.*?)<\/link>/s, (_, words: string) => `[${words}](${to})`)
}

/** What people ask before they pay, the most frequent first. */
function questions(days: number): Of<'questions'>['items'] {
  return [
    {
      question: t('What if the course is not for me?'),
      answer: t(
        'Write to us within {days, plural, one {# day} other {# days}} of paying and you get your money back, the way it came. You need not give a reason.',
        { days },
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
