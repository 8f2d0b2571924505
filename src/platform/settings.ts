import { createHash, randomBytes } from 'node:crypto'
import * as z from 'zod'
import { msg } from '../shared/i18n/translate.ts'
import { readBackupSettings } from './backup/read-backup-settings.ts'
import { receiptPrefix } from './document-prefixes.ts'
import { readMediaSettings } from './media/read-media-settings.ts'
import { decideSandbox, refuseHalfSet, type Situation } from './sandbox-rules.ts'
import { StartError } from './start-error.ts'
import { readTrustedProxies, type TrustedProxies } from './trust-proxy.ts'

const text = z.string().trim().min(1)
const optionalText = text.optional()
const optionalUrl = z.url().optional()
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
const optionalDatabaseUrl = text.refine(isDatabaseUrl, databaseUrlForm).optional()

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
  z.union([z.literal('none'), type], 'Write a figure, or none.').optional()
const countFigure = figureOf(z.coerce.number().int().nonnegative())
const priceFigure = figureOf(z.coerce.number().int().positive())

/** Settings that share a line of the README's table. */
export interface SettingsGroup {
  meaning: string
  /** Null: what the schemas say. */
  byDefault: string | null
  shape: z.ZodRawShape
}

/** In the README's order. */
export const settingsGroups: SettingsGroup[] = []

function group<Shape extends z.ZodRawShape>(
  meaning: string,
  byDefault: string | null,
  shape: Shape,
): Shape {
  settingsGroups.push({ meaning, byDefault, shape })
  return shape
}

/**
 * All that `npm start` reads from the environment, and what the README says of it: its table is
 * written from here by `vitest run tests/documents.test.ts -u`. Empty means unset.
 */
const environment = z.object({
  ...group('where the server listens', null, {
    PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
    HOST: text.default('127.0.0.1'),
  }),
  ...group('what links in mails, QR codes and metadata start with', '`http://HOST:PORT`', {
    PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  }),
  ...group('embedded database and what else the academy keeps', null, {
    DATA_DIR: text.default('./data'),
  }),
  ...group(
    'encrypts the passwords and keys that owners set in the browser, and the key that signs badges; 16 characters or more',
    '`settings.key` in `DATA_DIR`, made at the first start',
    { SETTINGS_KEY: z.string().min(16, 'Write at least 16 characters.').optional() },
  ),
  ...group('any PostgreSQL 15 or newer', 'embedded PostgreSQL 18', {
    DATABASE_URL: optionalDatabaseUrl,
  }),
  ...group(
    'a role that owns the tables and migrates; that of `DATABASE_URL` only serves then ([116](docs/decisions/0116-two-roles-of-the-database.md))',
    'that of `DATABASE_URL`; embedded, there are two',
    { DATABASE_OWNER_URL: optionalDatabaseUrl },
  ),
  ...group('connections of one process', null, {
    DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(10),
  }),
  ...group('server processes behind one address', null, {
    /** Each takes a core's worth of requests and a pool of connections. */
    WORKERS: z.coerce.number().int().min(1).max(64).default(1),
  }),
  ...group('the first administrator', '`admin@localhost.test`, made and printed once', {
    ADMIN_EMAIL: z.email().default('admin@localhost.test'),
    /** As it was set: a space at its end belongs to it. */
    ADMIN_PASSWORD: z.string().optional(),
  }),
  ...group('mail; required with real Razorpay keys', 'outbox', {
    SMTP_URL: optionalUrl,
    MAIL_FROM: optionalText,
  }),
  ...group('social sign-in', 'in the sandbox a stand-in, else no Google button', {
    GOOGLE_CLIENT_ID: optionalText,
  }),
  ...group(
    'staff show their second step again to refund more than so many rupees ([107](docs/decisions/0107-a-second-step.md))',
    null,
    { STEP_UP_REFUND_ABOVE_IN_RUPEES: z.coerce.number().int().nonnegative().default(10_000) },
  ),
  ...group("Google's keys, and who they are of", "Google's own", {
    GOOGLE_JWKS_URL: z.url().default('https://www.googleapis.com/oauth2/v3/certs'),
    /** One issuer, or several parted by commas. */
    GOOGLE_ISSUER: text.default('https://accounts.google.com,accounts.google.com'),
  }),
  ...group('payments; several webhook secrets, parted by commas, while one is rotated', 'sandbox', {
    RAZORPAY_KEY_ID: optionalText,
    RAZORPAY_KEY_SECRET: optionalText,
    RAZORPAY_WEBHOOK_SECRET: optionalText,
  }),
  ...group(
    'where the client and the checkout script go',
    "Razorpay's own; in the sandbox the stand-in",
    { RAZORPAY_API_URL: optionalUrl, RAZORPAY_CHECKOUT_URL: optionalUrl },
  ),
  ...group('`public`: a sandbox may serve others than this machine', null, {
    SANDBOX: z.enum(['public']).optional(),
  }),
  ...group('`none`: no sample courses', null, { SEED: z.enum(['demo', 'none']).default('demo') }),
  ...group('number of proxies in front, or their networks (comma-separated CIDRs)', null, {
    TRUST_PROXY: trustedProxies,
  }),
  ...group('logs as JSON', '`warn`', {
    LOG_LEVEL: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
      .default('warn'),
  }),
  ...group('`/metrics` for Prometheus', 'this machine only', { METRICS_TOKEN: optionalText }),
  ...group(
    "a language is offered once so many percent of its catalogue in `languages` are translated, staff's texts aside; `none`: English only",
    null,
    {
      LANGUAGES_FROM_PERCENT: z
        .union([z.literal('none'), z.coerce.number().int().min(1).max(100)])
        .default(95),
    },
  ),
  ...group('brand and contact', "Kalakriti Academy's", {
    BRAND_NAME: text.default('Kalakriti Academy'),
    /** After “Learn”. Unset: pages say what the specification's academy teaches. */
    SUBJECT: text.max(120, 'Write at most 120 characters.').optional(),
    SUPPORT_EMAIL: z.email().default('support@kalakriti.example'),
    SUPPORT_PHONE: text.default('+91 80 4000 0000'),
    SUPPORT_HOURS: text.default(msg('Monday to Saturday, 10 am to 6 pm IST')),
    POSTAL_ADDRESS: text.default('Kalakriti Academy, Indiranagar, Bengaluru 560038, India'),
    RECEIPT_PREFIX: receiptPrefix,
  }),
  ...group(
    "figures of the pages, each as it is true or `none`; the offer's usual price is also the struck price of courses at the offer's price, `OFFER_USUAL_PRICE_FACTOR` (4 in the sandbox) that of others ([88](docs/decisions/0088-a-page-claims-what-somebody-set.md))",
    "in the sandbox the specification's, else not shown",
    {
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
    },
  ),
  ...group(
    'where uploaded files lie: `file:///…` or `s3://bucket/prefix?endpoint=…&region=…`',
    '`media` in `DATA_DIR`',
    { MEDIA_URL: optionalText },
  ),
  ...group('keys of an S3 store', null, {
    MEDIA_ACCESS_KEY_ID: optionalText,
    MEDIA_SECRET_ACCESS_KEY: optionalText,
  }),
  ...group(
    "ffmpeg or its folder, with ffprobe: makes films' sizes; without it the studio makes them in the browser",
    'as in the PATH',
    { FFMPEG_PATH: optionalText },
  ),
  ...group(
    'path of an internal nginx location over the folder of `MEDIA_URL`: nginx sends the films then',
    null,
    {
      MEDIA_ACCEL: z
        .string()
        .regex(/^\/[\w\-./]*$/, 'Write the path of an internal location, e.g. /internal-media/.')
        .optional(),
    },
  ),
  ...group('nightly backups: `file:///…` or `s3://…`, as `MEDIA_URL`', null, {
    BACKUP_URL: optionalText,
  }),
  ...group('keys of that store', 'those of the media', {
    BACKUP_ACCESS_KEY_ID: optionalText,
    BACKUP_SECRET_ACCESS_KEY: optionalText,
  }),
  ...group("when, India's time", null, {
    BACKUP_AT: z
      .string()
      .trim()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Write the hour and minute in India, e.g. 03:00.')
      .default('03:00'),
  }),
  ...group('encrypts backups, 16 characters or more; lose it and they are lost', null, {
    BACKUP_KEY: z.string().min(16, 'Write at least 16 characters.').optional(),
  }),
  ...group("asked whether a new course's videos may be played here", "the providers' own", {
    YOUTUBE_OEMBED_URL: z.url().default('https://www.youtube.com/oembed'),
    VIMEO_OEMBED_URL: z.url().default('https://vimeo.com/api/oembed.json'),
  }),
})

/** Variables by their names, as a process has them. */
export type Environment = Record<string, string | undefined>

export type SettingName = keyof z.infer<typeof environment>

/** Empty means unset. */
export function setIn(env: Environment, name: string): boolean {
  return (env[name] ?? '') !== ''
}

/** What a setting is where nobody sets it; null where that is for the academy to find out. */
export function defaultOf(name: SettingName): string | null {
  const value = environment.shape[name].safeParse(undefined).data
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}

/** What is wrong with a setting, at its name. */
export class SettingsError extends StartError {
  readonly issues: { name: string; message: string }[]

  constructor(issues: { name: string; message: string }[]) {
    const lines = issues.map(({ name, message }) => `${name}: ${message}`)
    super(`These settings cannot be used: ${lines.join('; ')}.`)
    this.issues = issues
  }
}

/** Who sells the courses. Nothing else in the project spells the brand. */
export interface Brand {
  name: string
  /** What is taught, as it goes on after “Learn”; null: what the specification's academy teaches. */
  subject: string | null
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

export type Settings = ReturnType<typeof settingsOf>

/** Throws one sentence per bad variable, or one where keys, mail and address do not go together. */
export function readSettings(env: Environment): Settings {
  const read = parseEnvironment(env)
  refuseHalfSet(situationOf(read))
  return settingsOf(read)
}

/**
 * The same of what a process was started with, before it knows what owners keep in the browser: that
 * may be what is missing here, so nothing is refused for it yet.
 */
export function readGivenSettings(env: Environment): Settings {
  return settingsOf(parseEnvironment(env))
}

function parseEnvironment(env: Environment): z.infer<typeof environment> {
  const set = Object.entries(env).filter(([name]) => setIn(env, name))
  const parsed = environment.safeParse(Object.fromEntries(set), { error: wordIssue })
  if (!parsed.success) {
    throw new SettingsError(
      parsed.error.issues.map(({ path, message }) => ({ name: path.join('.'), message })),
    )
  }
  const read = parsed.data
  if (read.DATABASE_OWNER_URL !== undefined && read.DATABASE_URL === undefined) {
    const message = 'goes with DATABASE_URL, which is missing'
    throw new SettingsError([{ name: 'DATABASE_OWNER_URL', message }])
  }
  return read
}

function situationOf(read: z.infer<typeof environment>): Situation {
  return {
    keyId: read.RAZORPAY_KEY_ID,
    keySecret: read.RAZORPAY_KEY_SECRET,
    webhookSecret: read.RAZORPAY_WEBHOOK_SECRET,
    apiUrl: read.RAZORPAY_API_URL,
    smtpUrl: read.SMTP_URL,
    host: read.HOST,
    publicUrl: read.PUBLIC_URL,
    mayBePublic: read.SANDBOX === 'public',
  }
}

function settingsOf(read: z.infer<typeof environment>) {
  const state = decideSandbox(situationOf(read))
  return {
    host: read.HOST,
    port: read.PORT,
    /** Undefined: derived from host and port once the server listens. */
    publicUrl: read.PUBLIC_URL?.replace(/\/+$/, ''),
    dataDir: read.DATA_DIR,
    databaseUrl: read.DATABASE_URL,
    /** Undefined: `databaseUrl` is the owner's, too. */
    databaseOwnerUrl: read.DATABASE_OWNER_URL,
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
    /** Ends with a slash. Undefined: we carry the bytes ourselves. */
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
      /** Undefined: the sandbox makes its own keys. */
      keys: razorpayKeys(read),
      /** Without the `/v1` that Razorpay writes at its end, nor a slash. */
      apiUrl: read.RAZORPAY_API_URL?.replace(/(\/v1)?\/*$/, ''),
      checkoutUrl: read.RAZORPAY_CHECKOUT_URL,
    },
    ...state,
    seed: read.SEED,
    logLevel: read.LOG_LEVEL,
    trustProxy: read.TRUST_PROXY,
    metricsToken: read.METRICS_TOKEN,
    /** Undefined: English only. */
    languagesFromPercent:
      read.LANGUAGES_FROM_PERCENT === 'none' ? undefined : read.LANGUAGES_FROM_PERCENT,
    brand: {
      name: read.BRAND_NAME,
      subject: read.SUBJECT ?? null,
      supportEmail: read.SUPPORT_EMAIL,
      supportPhone: read.SUPPORT_PHONE,
      supportHours: read.SUPPORT_HOURS,
      postalAddress: read.POSTAL_ADDRESS,
      certificateFileName: `${read.BRAND_NAME.trim().replaceAll(/[^\p{L}\p{N}]+/gu, '-')}-Certificate.pdf`,
    },
    stepUp: { refundAboveInRupees: read.STEP_UP_REFUND_ABOVE_IN_RUPEES },
    /** At most five characters: the series' name and number must fit sixteen. */
    receipts: { prefix: read.RECEIPT_PREFIX },
    figures: readFigures(read, state.sandbox),
    /** The variables of figures that nobody has set, not even to `none`. */
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
  const price = number('OFFER_PRICE_IN_RUPEES')
  const usual = number('OFFER_USUAL_PRICE_IN_RUPEES')
  return {
    priceInRupees: price,
    // Struck beside a price that it is not above, it would tell of a saving that is none.
    usualPriceInRupees: usual !== null && price !== null && usual <= price ? null : usual,
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
