import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startStandIn } from '../../sandbox/start-stand-in.ts'
import { buildApp } from '../../src/app.ts'
import { followInAcademy } from '../../src/bootstrap/academy.ts'
import { chooseGoogle, createFindGoogle } from '../../src/bootstrap/choose-google.ts'
import { createFindReaders } from '../../src/domains/accounts/server/find-readers.ts'
import type { CheckoutDependencies } from '../../src/domains/checkout/server/dependencies.ts'
import { alertOnRejectedKeys } from '../../src/domains/checkout/server/settling/alert-on-rejected-keys.ts'
import { findDressOfMails, findDressOfSheets } from '../../src/domains/look/server/dress.ts'
import { followSettings } from '../../src/domains/site/server/follow-settings.ts'
import { readKeptSettings } from '../../src/domains/site/server/kept-settings.ts'
import { ApiError, createApiClient } from '../../src/http/api-client.ts'
import type { Endpoint, RequestOf, ResponseOf } from '../../src/http/endpoint.ts'
import { createMailQueue } from '../../src/integrations/mail/queue-mail.ts'
import { createRazorpayClient } from '../../src/integrations/razorpay/client.ts'
import { closeApp } from '../../src/platform/close-app.ts'
import { listenForChanges } from '../../src/platform/database/change-notices.ts'
import { type Languages, openLanguages } from '../../src/platform/languages/open-languages.ts'
import { createLog, type Log } from '../../src/platform/logging.ts'
import { keepInFolder } from '../../src/platform/media/keep-in-folder.ts'
import type { MediaStore } from '../../src/platform/media/media-store.ts'
import { createPdfRenderer } from '../../src/platform/pdf/render-pdf.ts'
import { followSecrets, type Secrets } from '../../src/platform/secrets.ts'
import { readSettings, type Settings } from '../../src/platform/settings.ts'
import { checkedFetch } from './checked-fetch.ts'
import { requireBuild } from './require-build.ts'
import { openDatabaseAgain, openTestDatabase, type TestDatabase } from './test-database.ts'

/** So long are answers held open that a test left unread. */
const unreadInMs = 1_000

/** Asks one endpoint as somebody; every answer is checked against the contract. */
export type AskAs = <E extends Endpoint>(endpoint: E, input: RequestOf<E>) => Promise<ResponseOf<E>>

export interface TestServer extends TestDatabase {
  baseUrl: string
  settings: Settings
  secrets: Secrets
  checkout: CheckoutDependencies
  media: MediaStore
  /** Address of the Razorpay stand-in; empty if the test did not ask for one. */
  razorpayUrl: string
  /** What the server logged, a line of JSON each. */
  logged: string[]
  /** Call in a test that makes the server fail: its error lines are then no failure of the test. */
  allowErrors(): void
  visitor: AskAs
  as(person: { token: string }): AskAs
  /** A plain request below the server's address; `/api` answers are checked all the same. */
  fetch(path: string, init?: RequestInit): Promise<Response>
}

interface Overrides {
  /** Environment variables, as `npm start` reads them. */
  env?: Record<string, string>
  /** Starts the Razorpay stand-in, which delivers its webhooks to this server. */
  razorpay?: boolean
  /** Serves the pages of the last build too; they need a `PUBLIC_URL`. */
  pages?: boolean
  /** Works on the database of another test server and its provider, as a second process does; close this one first. */
  beside?: TestServer
  /** Keeps files there instead of in a folder of its own. */
  media?: MediaStore
  languages?: Languages
}

/**
 * The real server on a database of its own and a free port; outbox for mail. Without pages, unless
 * they are asked for.
 */
export async function startTestServer(overrides: Overrides = {}): Promise<TestServer> {
  const database = overrides.beside
    ? openDatabaseAgain(overrides.beside.url)
    : await openTestDatabase()
  const dataDir =
    overrides.beside?.settings.dataDir ?? (await mkdtemp(join(tmpdir(), 'academy-data-')))
  const env = { LOG_LEVEL: 'info', DATA_DIR: dataDir, ...overrides.env }
  const { db } = database
  const settings = readSettings(await readKeptSettings({ db, env, dataDir }))
  const media = overrides.media ?? overrides.beside?.media ?? keepInFolder(join(dataDir, 'media'))
  const changes = listenForChanges({
    url: database.url,
    onOwnChange: database.onOwnChange,
    onError: () => undefined,
  })
  const logged: string[] = []
  const log = createLog('info', { write: (line) => void logged.push(line) })
  const secrets = await followSecrets(db, changes, log)
  const followed = followSettings({ db, env, dataDir, settings, changes, log })
  const standIn = overrides.razorpay ? await openStandIn(secrets, log) : null
  const razorpayUrl = standIn?.url ?? overrides.beside?.razorpayUrl ?? ''
  let baseUrl = ''
  const publicUrl = (): string => settings.publicUrl ?? baseUrl
  const pdfRenderer = createPdfRenderer(undefined, findDressOfSheets(database.db, media))
  const languages = overrides.languages ?? (await openLanguages(settings.languagesFromPercent))
  const academy: Parameters<typeof followInAcademy>[0] = {
    keys: {
      keyId: secrets.sandboxKeyId,
      keySecret: secrets.sandboxKeySecret,
      webhookSecrets: [secrets.sandboxWebhookSecret],
    },
    // Without the stand-in nobody listens there.
    provider: {
      apiUrl: razorpayUrl || 'http://127.0.0.1:9',
      checkoutScript: `${razorpayUrl}/v1/checkout.js`,
    },
    // Without the stand-in: whoever wants Google here brings its settings.
    google: chooseGoogle({ ...settings, sandbox: false }, ''),
  }
  followed.onChange(() => followInAcademy(academy, { ...settings, sandbox: false }))

  const checkout: CheckoutDependencies = {
    db: database.db,
    log,
    queueMail: createMailQueue({
      sender: { brand: settings.brand, publicUrl },
      get outbox() {
        return settings.outbox
      },
      findReaders: createFindReaders(languages),
      findDress: findDressOfMails,
    }),
    razorpay: createRazorpayClient({
      ...academy,
      timeoutInMs: 60_000,
      onAnswer: alertOnRejectedKeys({ db: database.db, log }),
    }),
    keys: academy.keys,
    pdfRenderer,
    brand: settings.brand,
    languages,
    receipts: settings.receipts,
    figures: settings.figures,
    publicUrl,
  }
  const app = await buildApp({
    settings,
    db: database.db,
    pool: database.pool,
    log,
    secrets,
    changes,
    followed,
    checkout,
    languages,
    media,
    pdfRenderer,
    google: createFindGoogle(academy),
    publicUrl,
    checkoutScript: () => academy.provider.checkoutScript,
    pages: overrides.pages ? { buildDir: requireBuild() } : null,
  })
  baseUrl = await app.listen({ host: '127.0.0.1', port: 0 })
  standIn?.deliverWebhooksTo(`${baseUrl}/api/payment/webhook`)

  let mayFail = false
  const askWith = (token: string | null): AskAs => createAsk(baseUrl, token, () => logged.at(-1))
  return {
    ...database,
    baseUrl,
    settings,
    secrets,
    checkout,
    media,
    razorpayUrl,
    logged,
    allowErrors: () => {
      mayFail = true
    },
    visitor: askWith(null),
    as: (person) => askWith(person.token),
    fetch: (path, init) => checkedFetch(baseUrl + path, init),
    close: async () => {
      await standIn?.close()
      await closeApp(app, unreadInMs)
      await changes.close()
      await database.close()
      if (!overrides.beside) await rm(dataDir, { recursive: true, force: true })
      const errors = logged.filter((line) => /"level":[56]0/.test(line))
      if (!mayFail && errors.length > 0) throw new Error(`The server failed:\n${errors.join('')}`)
    },
  }
}

function createAsk(
  baseUrl: string,
  token: string | null,
  lastLogged: () => string | undefined,
): AskAs {
  return async (endpoint, input) => {
    let breach: unknown
    const ask = createApiClient({
      readToken: () => token,
      baseUrl,
      fetch: (...request) =>
        checkedFetch(...request).catch((error: unknown) => {
          breach = error
          throw error
        }),
    })
    const { route } = endpoint
    return ask(route as never, input as never).catch((error: unknown) => {
      if (breach) throw breach // the caller itself takes a breach of contract for a lost connection
      if (error instanceof ApiError && error.status === 500) error.cause = lastLogged()
      throw error
    })
  }
}

async function openStandIn(secrets: Secrets, log: Log) {
  const dataDir = await mkdtemp(join(tmpdir(), 'academy-razorpay-'))
  const standIn = await startStandIn({
    host: '127.0.0.1',
    port: 0,
    dataDir,
    keyId: secrets.sandboxKeyId,
    keySecret: secrets.sandboxKeySecret,
    webhookSecret: secrets.sandboxWebhookSecret,
    webhookUrl: 'http://127.0.0.1:9', // until the server knows its port
    log,
    firstRetryInMs: 50,
    lateByInMs: 200,
  })
  return {
    ...standIn,
    close: async () => {
      await standIn.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
