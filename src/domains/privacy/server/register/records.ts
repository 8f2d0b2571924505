import { msg } from '../../../../shared/i18n/translate.ts'

/** Why the academy may keep something (docs/decisions/0109). */
export const bases = {
  contract: msg('To give you what you signed up for or bought'),
  consent: msg('Because you agreed; you can take that back at any time'),
  law: msg('Because a law says so'),
  security: msg('To keep your account and the academy safe'),
} as const

interface Told {
  title: string
  what: string
  purpose: string
  basis: keyof typeof bases
  /** How long, and what goes by itself. */
  kept: string
  /** What an erasure does to it. */
  erased: string
}

/** What people are told is kept about them. Every personal column belongs to one of these. */
export const records = {
  account: {
    title: msg('Your account'),
    what: msg(
      'Name, e-mail, phone, the language you read, your Google login, and your password in a form that nobody can read',
    ),
    purpose: msg('To let you in, to address you and to write to you'),
    basis: 'contract',
    kept: msg('Until you have your account deleted'),
    erased: msg(
      'All of it goes. An empty account without a name stays, so that the sums still add up.',
    ),
  },
  sign_in: {
    title: msg('Logging in'),
    what: msg(
      'Where you are logged in and by which browser, codes and links that wait for you, and how often a login was tried',
    ),
    purpose: msg('To keep others out of your account'),
    basis: 'security',
    kept: msg('30 days after the last use; a browser that you logged in with for 400 days'),
    erased: msg('All of it goes.'),
  },
  complaints: {
    title: msg('Complaints'),
    what: msg('What you complained of, what was answered, and by which day'),
    purpose: msg('To put right what went wrong, and to show that it was done in time'),
    basis: 'law',
    kept: msg('As long as the academy may have to show it'),
    erased: msg('Number and days stay, without your name, your address and what was written.'),
  },
  representatives: {
    title: msg('Who acts for whom'),
    what: msg(
      'The person you named to act for you, and accounts of children that a parent agreed to',
    ),
    purpose: msg('To know whom we may listen to'),
    basis: 'consent',
    kept: msg('Until you change it; a parent’s consent as proof of it'),
    erased: msg('The person you named goes. That a parent agreed stays, without names.'),
  },
  purchases: {
    title: msg('Purchases'),
    what: msg(
      'Orders, payments, refunds and receipts, with what Razorpay told us of them. We never see your card or UPI number.',
    ),
    purpose: msg('To open your courses, to give money back, and to keep the books'),
    basis: 'law',
    kept: msg('As books of account, for at least eight years'),
    erased: msg('Sums, days and numbers stay, without your name and address.'),
  },
  invoices: {
    title: msg('Invoices'),
    what: msg('Tax invoices and credit notes, and the State, GSTIN and address you gave for them'),
    purpose: msg('To show the tax office what was sold to whom'),
    basis: 'law',
    kept: msg('Eight years after the end of the financial year'),
    erased: msg(
      'Your e-mail goes. Name, GSTIN and address stay only on invoices that must have them: those to a business, and those of ₹50,000 or more.',
    ),
  },
  courses: {
    title: msg('Your courses'),
    what: msg('Which courses you have, since when and why, and which files you fetched'),
    purpose: msg('To let you watch what you bought'),
    basis: 'contract',
    kept: msg('As long as you have your account'),
    erased: msg('Stays without your name: how often a course was sold is counted from it.'),
  },
  learning: {
    title: msg('Your progress'),
    what: msg(
      'Which seconds of which lesson you played, where you stopped, what you completed, and what you answered in quizzes',
    ),
    purpose: msg('To let you go on where you were, and to issue certificates'),
    basis: 'contract',
    kept: msg('As long as you have your account'),
    erased: msg(
      'Stays without your name, as part of how far a course is watched. What you answered in quizzes goes.',
    ),
  },
  assignments: {
    title: msg('Your assignments'),
    what: msg('Texts and files you handed in, and what teachers answered'),
    purpose: msg('To let a teacher answer you'),
    basis: 'contract',
    kept: msg('As long as you have your account; a file that was not handed in for a day'),
    erased: msg('All of it goes, files too.'),
  },
  reminders: {
    title: msg('Your week'),
    what: msg(
      'The days, hour and minutes you planned, how long you played on which day since then, and the browsers we send messages to',
    ),
    purpose: msg('To show you how your week goes, and to remind you if you wish'),
    basis: 'consent',
    kept: msg('Until you end the plan; days for 500 days, a browser until you log out in it'),
    erased: msg('All of it goes.'),
  },
  notes: {
    title: msg('Your notes'),
    what: msg('What you wrote beside the lessons, and at which second'),
    purpose: msg('To show it to you wherever you log in'),
    basis: 'contract',
    kept: msg('Until you delete it'),
    erased: msg('All of it goes.'),
  },
  discussion: {
    title: msg('Your questions and answers'),
    what: msg('What you asked and answered beside lessons, and how often you want mails about it'),
    purpose: msg('To let learners and teachers help each other'),
    basis: 'contract',
    kept: msg('As long as the course has learners'),
    erased: msg(
      'What you wrote stays without your name, as others build on it. Your name, address and number are taken out of the words.',
    ),
  },
  reviews: {
    title: msg('Your reviews'),
    what: msg('Stars and words you gave a course, and what you reported of others'),
    purpose: msg('To tell others how a course is'),
    basis: 'consent',
    kept: msg('Until you remove them'),
    erased: msg('The words and our answer go. The stars stay without your name.'),
  },
  certificates: {
    title: msg('Certificates'),
    what: msg('Their number, the name printed on them, the course and the day'),
    purpose: msg('To let anyone check that a certificate is genuine'),
    basis: 'contract',
    kept: msg('For ever, as an employer may ask in ten years'),
    erased: msg(
      'The name goes and the badge is withdrawn; the number can still be checked. If you wish, both stay as they are.',
    ),
  },
  mails: {
    title: msg('Mails to you'),
    what: msg('What we wrote to you and whether it was sent'),
    purpose: msg('To send them, and to send one again when it got lost'),
    basis: 'contract',
    kept: msg('What they said for 90 days; that they were sent for longer'),
    erased: msg('All of it goes.'),
  },
  mail_consents: {
    title: msg('News and letters'),
    what: msg('Which letters you said yes or no to, when and where'),
    purpose: msg('To write only to who wants it, and to be able to show it'),
    basis: 'consent',
    kept: msg('As long as you have your account; the history longer, as proof'),
    erased: msg('What you wish goes. The history stays without your name.'),
  },
  support: {
    title: msg('Help from our support'),
    what: msg('Changes of your address, accounts that you joined, and looks at your account'),
    purpose: msg('To help you, and to show you who looked at your account'),
    basis: 'contract',
    kept: msg('As long as you have your account'),
    erased: msg('All of it goes.'),
  },
  staff_log: {
    title: msg('What our staff did'),
    what: msg('Who changed what about you, when and why'),
    purpose: msg('So that nobody can misuse your account or your money unseen'),
    basis: 'security',
    kept: msg('For at least eight years'),
    erased: msg('That something was done stays. Your name, your address and what was said go.'),
  },
  requests: {
    title: msg('Copies and deletions you asked for'),
    what: msg('When you asked, and what was done'),
    purpose: msg('To do what you asked for, also again if the academy comes back from a backup'),
    basis: 'law',
    kept: msg('A copy for a week; that you asked for longer'),
    erased: msg('Copies go. That an account was deleted, and when, stays without a name.'),
  },
  backups: {
    title: msg('Backups'),
    what: msg('Copies of all of the above'),
    purpose: msg('To bring the academy back after an accident'),
    basis: 'security',
    kept: msg('As long as the academy keeps backups: as a rule some months'),
    erased: msg(
      'A backup is not changed. If one is brought back, all deletions are carried out once more before the academy opens.',
    ),
  },
} satisfies Record<string, Told>

export type RecordName = keyof typeof records
