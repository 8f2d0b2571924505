import type { SettingName } from '../../../platform/settings.ts'
import { msg } from '../../../shared/i18n/translate.ts'
import type { SettingGroup } from '../setting-groups.ts'

export interface EditableSetting {
  group: SettingGroup
  label: string
  hint: string
  /** Encrypted at rest, never sent back, changed only with the password typed again. */
  isSecret?: boolean
  /** Left out: at once. */
  isAtNextStart?: boolean
}

const figure = { group: 'figures' } as const
const academy = { group: 'academy' } as const
const server = { group: 'server', isAtNextStart: true } as const

/** What owners may set in the browser; all other settings are about the process. */
export const editableSettings = {
  BRAND_NAME: {
    ...academy,
    label: msg('Name of the academy'),
    hint: msg('On every page, mail, certificate and receipt.'),
  },
  SUBJECT: {
    ...academy,
    label: msg('What you teach'),
    hint: msg('As it goes on after “Learn”, e.g. the tabla, from the first stroke to a solo.'),
  },
  SUPPORT_EMAIL: {
    ...academy,
    label: msg('Support e-mail'),
    hint: msg('Where learners write to, and where notices of refunds go.'),
  },
  SUPPORT_PHONE: {
    ...academy,
    label: msg('Support phone'),
    hint: msg('With the country’s code, e.g. +91 80 4000 0000.'),
  },
  SUPPORT_HOURS: {
    ...academy,
    label: msg('Support hours'),
    hint: msg('When somebody answers, in words.'),
  },
  POSTAL_ADDRESS: {
    ...academy,
    label: msg('Postal address'),
    hint: msg('In one line; on receipts and the contact page.'),
  },
  RECEIPT_PREFIX: {
    ...academy,
    label: msg('Prefix of receipts'),
    hint: msg('One to five capitals or digits. A new prefix begins a new series at 1.'),
  },
  OFFER_PRICE_IN_RUPEES: {
    ...figure,
    label: msg('Price of the offer'),
    hint: msg('In rupees, on the start page. Write none to show no such figure.'),
  },
  OFFER_USUAL_PRICE_IN_RUPEES: {
    ...figure,
    label: msg('Usual price of the offer'),
    hint: msg('In rupees, struck beside it. Only a price that was really asked, or none.'),
  },
  OFFER_USUAL_PRICE_FACTOR: {
    ...figure,
    label: msg('Usual price of other courses, in times of theirs'),
    hint: msg('Struck beside each course’s price. Only if it was really asked, or none.'),
  },
  OFFER_SEATS_A_MONTH: {
    ...figure,
    label: msg('Seats a month'),
    hint: msg('Only a limit that you really keep, or none.'),
  },
  OFFER_SEATS_LEFT: {
    ...figure,
    label: msg('Seats left this month'),
    hint: msg('Only what is true today, or none.'),
  },
  OFFER_PEOPLE_WATCHING: {
    ...figure,
    label: msg('People thinking about the offer'),
    hint: msg('Only what somebody counted, or none.'),
  },
  FIGURE_STUDENTS: {
    ...figure,
    label: msg('Students'),
    hint: msg('As it is to be read, e.g. 1,200+, or none.'),
  },
  FIGURE_SUCCESS_RATE: {
    ...figure,
    label: msg('Success rate'),
    hint: msg('As it is to be read, e.g. 91%, or none.'),
  },
  FIGURE_RATING: {
    ...figure,
    label: msg('Rating'),
    hint: msg('As it is to be read, e.g. 4.7/5, or none.'),
  },
  FIGURE_GUARANTEE_IN_DAYS: {
    ...figure,
    label: msg('Days of the money-back guarantee'),
    hint: msg(
      'Learners can ask for their money back so long, by themselves. Who has bought keeps the days of then.',
    ),
  },
  RAZORPAY_KEY_ID: {
    group: 'payments',
    label: msg('Key ID'),
    hint: msg('Razorpay’s dashboard, under API keys. Begins with rzp_live_ or rzp_test_.'),
  },
  RAZORPAY_KEY_SECRET: {
    group: 'payments',
    isSecret: true,
    label: msg('Key secret'),
    hint: msg('Shown by Razorpay once, when the key is made.'),
  },
  RAZORPAY_WEBHOOK_SECRET: {
    group: 'payments',
    isSecret: true,
    label: msg('Webhook secret'),
    hint: msg('As you typed it at Razorpay. Several, parted by commas, while one is changed.'),
  },
  SMTP_URL: {
    group: 'mail',
    isSecret: true,
    label: msg('Mail server'),
    hint: msg('E.g. smtps://user:password@mail.example:465.'),
  },
  MAIL_FROM: {
    group: 'mail',
    label: msg('Sender of mails'),
    hint: msg('E.g. Your Academy <hello@academy.example>.'),
  },
  GOOGLE_CLIENT_ID: {
    group: 'sign_in',
    label: msg('Google client ID'),
    hint: msg('From Google’s console; without it there is no Google button.'),
  },
  STEP_UP_REFUND_ABOVE_IN_RUPEES: {
    group: 'sign_in',
    label: msg('Ask again before refunds above'),
    hint: msg('In rupees: whoever refunds more shows their second step once more.'),
  },
  LANGUAGES_FROM_PERCENT: {
    group: 'languages',
    isAtNextStart: true,
    label: msg('Offer a language from so many percent on'),
    hint: msg('How much of a language must be translated before visitors may choose it, or none.'),
  },
  BACKUP_URL: {
    group: 'backups',
    label: msg('Where backups lie'),
    hint: msg('E.g. s3://bucket/prefix?endpoint=https://…&region=…'),
  },
  BACKUP_ACCESS_KEY_ID: {
    group: 'backups',
    label: msg('Access key of the store'),
    hint: msg('For an S3 store.'),
  },
  BACKUP_SECRET_ACCESS_KEY: {
    group: 'backups',
    isSecret: true,
    label: msg('Secret key of the store'),
    hint: msg('For an S3 store.'),
  },
  BACKUP_AT: {
    group: 'backups',
    label: msg('Time of the backup'),
    hint: msg('Hour and minute in India, e.g. 03:00.'),
  },
  PUBLIC_URL: {
    ...server,
    label: msg('Address of the academy'),
    hint: msg('What links in mails and certificates begin with, e.g. https://academy.example.'),
  },
  MEDIA_URL: {
    ...server,
    label: msg('Where films and files lie'),
    hint: msg(
      'E.g. s3://bucket/prefix?endpoint=https://…&region=… What lies elsewhere now is not moved: copy it first.',
    ),
  },
  MEDIA_ACCESS_KEY_ID: {
    ...server,
    label: msg('Access key of the store'),
    hint: msg('For an S3 store.'),
  },
  MEDIA_SECRET_ACCESS_KEY: {
    ...server,
    isSecret: true,
    label: msg('Secret key of the store'),
    hint: msg('For an S3 store.'),
  },
  METRICS_TOKEN: {
    ...server,
    isSecret: true,
    label: msg('Token for figures of the machine'),
    hint: msg('Without it only this machine reads /metrics.'),
  },
} as const satisfies Partial<Record<SettingName, EditableSetting>>

export type EditableName = keyof typeof editableSettings

export const editableNames = Object.keys(editableSettings) as EditableName[] // of a constant

export function isEditable(name: string): name is EditableName {
  return Object.hasOwn(editableSettings, name)
}
