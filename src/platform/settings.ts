import { createHash, randomBytes } from 'node:crypto'
import * as z from 'zod'
import { type BackupSettings, readBackupSettings } from './backup/read-backup-settings.ts'
import { receiptPrefix } from './document-prefixes.ts'
import { type MediaSettings, readMediaSettings } from './media/read-media-settings.ts'
import { decideSandbox } from './sandbox-rules.ts'
import { StartError } from './start-error.ts'
import { readTrustedProxies, type TrustedProxies } from './trust-proxy.ts'

const text = z.string().trim().min(1)
const optionalText = z.preprocess((value) => (value === '' ? undefined : value), text.optional())
const optionalUrl = z.preprocess((value) => (value === '' ? undefined : value), z.url().optional())
const trustedProxies = z
  .string()
  .trim()
  .default('')
  .transform((value, context): TrustedProxies => {
    const proxies = readTrustedProxies(value)
    if (proxies !== undefined) return proxies
    context.addIssue({
      code: 'custom',
      message:
        'Write the number of proxies in front, e.g. 1, or their networks, e.g. 10.0.0.0/8,192.0.2.1.',
    })
    return z.NEVER
  })

const databaseUrlForm = 'must look like postgresql://user:password@host:5432/database'
const optionalDatabaseUrl = z.preprocess(
  (value) => (value === '' ? undefined : value),
  text.refine(isDatabaseUrl, databaseUrlForm).optional(),
)

/** The static claims of the specification: they stand in the sandbox, else only where they are set. */
const specifiedFigures = {
  OFFER_PRICE_IN_RUPEES: 4999,
  OFFER_USUAL_PRICE_IN_RUPEES: 19_999,
  OFFER_USUAL_PRICE_FACTOR: 4,
  OFFER_SEATS_A_MONTH: 100,
  OFFER_SEATS_LEFT: 17,
  OFFER_PEOPLE_WATCHING: 127,
  FIGURE_STUDENTS: '50,000+',
  FIGURE_SUCCESS_RATE: '97%',
  FIGURE_RATING: '4.9/5',
}
/** `none`: thought about, and not shown. */
const figureOf = <Type extends z.ZodType>(type: Type) =>
  z.preprocess(
    (value) => value || undefined,
    z.union([z.literal('none'), type], 'Write a figure, or none.').optional(),
  )
const countFigure = figureOf(z.coerce.number().int().nonnegative())
const priceFigure = figureOf(z.coerce.number().int().positive())

/** All that `npm start` reads from the environment (README, "Settings"). Empty means unset. */
const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: text.default('127.0.0.1'),
  PUBLIC_URL: z.preprocess(
    (value) => (value === '' ? undefined : value),
    z.url({ protocol: /^https?$/ }).optional(),
  ),
  DATA_DIR: text.default('./data'),
  DATABASE_URL: optionalDatabaseUrl,
  /** Processes that serve; each takes a core's worth of requests and a pool of connections. */
  WORKERS: z.coerce.number().int().min(1).max(64).default(1),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(10),
  ADMIN_EMAIL: z.preprocess(
    (value) => value || undefined,
    z.email().default('admin@localhost.test'),
  ),
  ADMIN_PASSWORD: optionalText,
  SMTP_URL: optionalUrl,
  MAIL_FROM: optionalText,
  GOOGLE_CLIENT_ID: optionalText,
  GOOGLE_JWKS_URL: z.url().default('https://www.googleapis.com/oauth2/v3/certs'),
  /** One issuer, or several parted by commas. */
  GOOGLE_ISSUER: text.default('https://accounts.google.com,accounts.google.com'),
  /** Asked whether the videos of a new course may be played here. */
  YOUTUBE_OEMBED_URL: z.url().default('https://www.youtube.com/oembed'),
  VIMEO_OEMBED_URL: z.url().default('https://vimeo.com/api/oembed.json'),
  RAZORPAY_KEY_ID: optionalText,
  RAZORPAY_KEY_SECRET: optionalText,
  /** One secret, or several parted by commas while one is being rotated. */
  RAZORPAY_WEBHOOK_SECRET: optionalText,
  RAZORPAY_API_URL: optionalUrl,
  RAZORPAY_CHECKOUT_URL: optionalUrl,
  /** `public`: others than this machine may try the sandbox. */
  SANDBOX: z.preprocess((value) => value || undefined, z.enum(['public']).optional()),
  /** Where own films and files lie: a folder, or a store that speaks S3. */
  MEDIA_URL: optionalText,
  MEDIA_ACCESS_KEY_ID: optionalText,
  MEDIA_SECRET_ACCESS_KEY: optionalText,
  /** Where backups are put every night: a folder, or a store that speaks S3. Unset: none are made. */
  BACKUP_URL: optionalText,
  /** Those of the media, if left out. */
  BACKUP_ACCESS_KEY_ID: optionalText,
  BACKUP_SECRET_ACCESS_KEY: optionalText,
  /** By the clock of India. */
  BACKUP_AT: z.preprocess(
    (value) => value || undefined,
    z
      .string()
      .trim()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Write the hour and minute in India, e.g. 03:00.')
      .default('03:00'),
  ),
  /** Encrypts them; without it nobody can restore what was made with it. */
  BACKUP_KEY: z.preprocess(
    (value) => value || undefined,
    z.string().min(16, 'Write at least 16 characters.').optional(),
  ),
  /** A prefix of nginx that is `internal` and shows the folder of MEDIA_URL: it then carries the films. */
  MEDIA_ACCEL: z.preprocess(
    (value) => value || undefined,
    z
      .string()
      .regex(/^\/[\w\-./]*$/, 'Write the path of an internal location, e.g. /internal-media/.')
      .optional(),
  ),
  /** The program or its folder; unset: as found in the PATH. */
  FFMPEG_PATH: optionalText,
  SEED: z.enum(['demo', 'none']).default('demo'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
  TRUST_PROXY: trustedProxies,
  METRICS_TOKEN: optionalText,
  RECEIPT_PREFIX: receiptPrefix,
  BRAND_NAME: text.default('Kalakriti Academy'),
  SUPPORT_EMAIL: z.email().default('support@kalakriti.example'),
  SUPPORT_PHONE: text.default('+91 80 4000 0000'),
  SUPPORT_HOURS: text.default('Monday to Saturday, 10 am to 6 pm IST'),
  POSTAL_ADDRESS: text.default('Kalakriti Academy, Indiranagar, Bengaluru 560038, India'),
  OFFER_PRICE_IN_RUPEES: priceFigure,
  OFFER_USUAL_PRICE_IN_RUPEES: priceFigure,
  /** Struck beside the price of a course: so many times its price. */
  OFFER_USUAL_PRICE_FACTOR: figureOf(z.coerce.number().int().min(2)),
  OFFER_SEATS_A_MONTH: countFigure,
  OFFER_SEATS_LEFT: countFigure,
  OFFER_PEOPLE_WATCHING: countFigure,
  FIGURE_STUDENTS: figureOf(text),
  FIGURE_SUCCESS_RATE: figureOf(text),
  FIGURE_RATING: figureOf(text),
  FIGURE_GUARANTEE_IN_DAYS: z.coerce.number().int().positive().default(30),
})

/** Who sells the courses. Nothing else in the project spells the brand. */
export interface Brand {
  name: string
  supportEmail: string
  supportPhone: string
  supportHours: string
  postalAddress: string
  certificateFileName: string
}

/** The static claims of the pages; stated, not computed. Null: no page says anything of it. */
export interface MarketingFigures {
  priceInRupees: number | null
  usualPriceInRupees: number | null
  usualPriceFactor: number | null
  seatsAMonth: number | null
  seatsLeft: number | null
  peopleWatching: number | null
  students: string | null
  successRate: string | null
  rating: string | null
  /** Kept by the product itself, so it stands without being asked about. */
  guaranteeInDays: number
}

export interface RazorpayKeys {
  keyId: string
  keySecret: string
  webhookSecrets: string[]
}

export interface AdminSettings {
  email: string
  /** New at each start, so that nobody looks the address up by a hash of it made before. */
  emailSalt: string
  /** SHA-256 of salt and address, in hexadecimal. */
  emailSha256: string
  password: string | undefined
}

export interface Settings {
  host: string
  port: number
  /** Undefined: derived from host and port once the server listens. */
  publicUrl: string | undefined
  dataDir: string
  databaseUrl: string | undefined
  databasePoolSize: number
  media: MediaSettings
  backup: BackupSettings
  /** Ends with a slash. Undefined: we carry the bytes ourselves. */
  mediaAccel: string | undefined
  ffmpegPath: string | undefined
  workers: number
  admin: AdminSettings
  mail: { smtpUrl: string | undefined; from: string }
  google: { clientId: string | undefined; jwksUrl: string; issuers: string[] }
  videoProviders: { youtubeOembedUrl: string; vimeoOembedUrl: string }
  razorpay: {
    /** Undefined: the sandbox makes its own keys. */
    keys: RazorpayKeys | undefined
    apiUrl: string | undefined
    checkoutUrl: string | undefined
  }
  /** No real money moves: payments go to the stand-in, or to a provider on this very machine. */
  sandbox: boolean
  /** The sandbox may be reached by others than this machine. */
  publicSandbox: boolean
  /** Mails are kept in a page instead of being sent. Never together with real payments. */
  outbox: boolean
  seed: 'demo' | 'none'
  logLevel: string
  trustProxy: TrustedProxies
  metricsToken: string | undefined
  receiptPrefix: string
  brand: Brand
  figures: MarketingFigures
  /** The variables of figures that nobody has set, not even to `none`. */
  unsetFigures: string[]
}

/** Reads the environment once. Throws one sentence per bad variable. */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const parsed = environment.safeParse(env, { error: wordIssue })
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new StartError(`These settings cannot be used: ${lines.join('; ')}.`)
  }
  const read = parsed.data
  const state = decideSandbox({
    keyId: read.RAZORPAY_KEY_ID,
    keySecret: read.RAZORPAY_KEY_SECRET,
    webhookSecret: read.RAZORPAY_WEBHOOK_SECRET,
    apiUrl: read.RAZORPAY_API_URL,
    smtpUrl: read.SMTP_URL,
    host: read.HOST,
    publicUrl: read.PUBLIC_URL,
    mayBePublic: read.SANDBOX === 'public',
  })
  return {
    host: read.HOST,
    port: read.PORT,
    publicUrl: read.PUBLIC_URL?.replace(/\/+$/, ''),
    dataDir: read.DATA_DIR,
    databaseUrl: read.DATABASE_URL,
    databasePoolSize: read.DATABASE_POOL_SIZE,
    media: readMediaSettings({
      dataDir: read.DATA_DIR,
      url: read.MEDIA_URL,
      accessKeyId: read.MEDIA_ACCESS_KEY_ID,
      secretAccessKey: read.MEDIA_SECRET_ACCESS_KEY,
    }),
    backup: readBackupSettings({
      dataDir: read.DATA_DIR,
      url: read.BACKUP_URL,
      accessKeyId: read.BACKUP_ACCESS_KEY_ID ?? read.MEDIA_ACCESS_KEY_ID,
      secretAccessKey: read.BACKUP_SECRET_ACCESS_KEY ?? read.MEDIA_SECRET_ACCESS_KEY,
      at: read.BACKUP_AT,
      key: read.BACKUP_KEY,
    }),
    mediaAccel: read.MEDIA_ACCEL?.replace(/\/*$/, '/'),
    ffmpegPath: read.FFMPEG_PATH,
    workers: read.WORKERS,
    admin: readAdmin(read),
    mail: {
      smtpUrl: read.SMTP_URL,
      from: read.MAIL_FROM ?? `${read.BRAND_NAME} <no-reply@localhost.test>`,
    },
    google: {
      clientId: read.GOOGLE_CLIENT_ID,
      jwksUrl: read.GOOGLE_JWKS_URL,
      issuers: listOf(read.GOOGLE_ISSUER),
    },
    videoProviders: {
      youtubeOembedUrl: read.YOUTUBE_OEMBED_URL,
      vimeoOembedUrl: read.VIMEO_OEMBED_URL,
    },
    razorpay: {
      keys: razorpayKeys(read),
      apiUrl: read.RAZORPAY_API_URL,
      checkoutUrl: read.RAZORPAY_CHECKOUT_URL,
    },
    ...state,
    seed: read.SEED,
    logLevel: read.LOG_LEVEL,
    trustProxy: read.TRUST_PROXY,
    metricsToken: read.METRICS_TOKEN,
    receiptPrefix: read.RECEIPT_PREFIX,
    brand: {
      name: read.BRAND_NAME,
      supportEmail: read.SUPPORT_EMAIL,
      supportPhone: read.SUPPORT_PHONE,
      supportHours: read.SUPPORT_HOURS,
      postalAddress: read.POSTAL_ADDRESS,
      certificateFileName: `${read.BRAND_NAME.trim().replaceAll(/[^\p{L}\p{N}]+/gu, '-')}-Certificate.pdf`,
    },
    figures: readFigures(read, state.sandbox),
    unsetFigures: nameFigures().filter((name) => read[name] === undefined),
  }
}

type FigureName = keyof typeof specifiedFigures

function nameFigures(): FigureName[] {
  return Object.keys(specifiedFigures) as FigureName[] // of a constant
}

function readFigures(read: z.infer<typeof environment>, sandbox: boolean): MarketingFigures {
  const choose = <Figure>(said: Figure | 'none' | undefined, specified: Figure): Figure | null => {
    if (said === undefined) return sandbox ? specified : null
    return said === 'none' ? null : said
  }
  const number = (name: Exclude<FigureName, `FIGURE_${string}`>) =>
    choose<number>(read[name], specifiedFigures[name])
  const words = (name: Extract<FigureName, `FIGURE_${string}`>) =>
    choose<string>(read[name], specifiedFigures[name])
  return {
    priceInRupees: number('OFFER_PRICE_IN_RUPEES'),
    usualPriceInRupees: number('OFFER_USUAL_PRICE_IN_RUPEES'),
    usualPriceFactor: number('OFFER_USUAL_PRICE_FACTOR'),
    seatsAMonth: number('OFFER_SEATS_A_MONTH'),
    seatsLeft: number('OFFER_SEATS_LEFT'),
    peopleWatching: number('OFFER_PEOPLE_WATCHING'),
    students: words('FIGURE_STUDENTS'),
    successRate: words('FIGURE_SUCCESS_RATE'),
    rating: words('FIGURE_RATING'),
    guaranteeInDays: read.FIGURE_GUARANTEE_IN_DAYS,
  }
}

/** For whoever starts the academy, not for programmers. Undefined: the schema's own words. */
function wordIssue(issue: z.core.$ZodRawIssue): string | undefined {
  const { input } = issue
  if (issue.code === 'too_small' && input === '') return 'Write something, or leave it out'
  if (issue.code === 'invalid_format' && issue.format === 'url') {
    const isHost = typeof input === 'string' && /^[\w-]+(\.[\w-]+)+(:\d+)?(\/|$)/.test(input)
    const scheme = issue.path?.[0] === 'SMTP_URL' ? 'smtp' : 'https'
    return `Write the whole address, e.g. ${scheme}://${isHost ? input : 'academy.example'}`
  }
  if (issue.code === 'invalid_format' && issue.format === 'email') {
    return 'Write an e-mail address, e.g. asha@academy.example'
  }
  if (issue.code === 'invalid_value') return `Write one of ${issue.values.join(', ')}`
  if (issue.code === 'too_small') return `Write a number of ${issue.minimum} or more`
  if (issue.code === 'too_big') return `Write a number of ${issue.maximum} or less`
  if (issue.code === 'invalid_type') return 'Write a whole number'
  return undefined
}

function readAdmin(read: z.infer<typeof environment>): AdminSettings {
  const email = read.ADMIN_EMAIL.trim().toLowerCase()
  const emailSalt = randomBytes(16).toString('base64url')
  return {
    email,
    emailSalt,
    emailSha256: createHash('sha256')
      .update(emailSalt + email)
      .digest('hex'),
    password: read.ADMIN_PASSWORD,
  }
}

function razorpayKeys(read: z.infer<typeof environment>): RazorpayKeys | undefined {
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret } = read
  if (keyId === undefined || keySecret === undefined) return undefined
  return { keyId, keySecret, webhookSecrets: listOf(read.RAZORPAY_WEBHOOK_SECRET ?? '') }
}

function isDatabaseUrl(url: string): boolean {
  return /^postgres(ql)?:\/\//.test(url) && URL.canParse(url)
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}
