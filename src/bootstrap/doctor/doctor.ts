import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { ChecklistItem } from '../../domains/operations/check-states.ts'
import { examineChecklist } from '../../domains/operations/server/checks/run-checks.ts'
import { createRazorpayClient } from '../../integrations/razorpay/client.ts'
import { refuseHalfRestored } from '../../platform/backup/restore-mark.ts'
import type { OpenDatabase } from '../../platform/database/database.ts'
import { describeServer } from '../../platform/database/describe-server.ts'
import { holdsCluster } from '../../platform/embedded/place.ts'
import { explainStartFailure } from '../../platform/explain-start-failure.ts'
import type { Log } from '../../platform/logging.ts'
import { localUrl } from '../../platform/loopback.ts'
import {
  readGivenSettings,
  readSettings,
  type Settings,
  SettingsError,
} from '../../platform/settings.ts'
import { StartError } from '../../platform/start-error.ts'
import { checkDatabase } from '../check-database.ts'
import type { Closers } from '../closers.ts'
import { findDatabase } from '../find-database.ts'
import { chooseProvider } from '../open-provider.ts'
import { addKeptSettings, openAcademyDatabase } from '../prepare-academy.ts'
import { runCommand } from '../run-command.ts'
import { examineAddress } from './examine-address.ts'
import { examineClock, examineProvider } from './examine-clock.ts'
import { examineDatabaseRoom, examineDisks } from './examine-disk.ts'
import { examinePort } from './examine-port.ts'
import { examineServices } from './examine-services.ts'
import type { Examined } from './examined.ts'

const mendSettings =
  'Put it right in the environment (/etc/academy/academy.env where the package is installed).'

/** What the checklist's own sentences do not say. */
const mends: Partial<Record<ChecklistItem, string>> = {
  mail: 'Admin → Settings, then the test on Admin → Checklist.',
  https: 'See what is found of dns and certificate, then the proxy in front: academy https DOMAIN.',
  backup: 'academy logs says why; Admin → Checklist makes one at once.',
}

const unread: Examined[] = []

// `academy doctor [--json]`
await runCommand(
  async (given, log, closers) => {
    const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } })
    // First: a start of the embedded database must not be taken for the academy's.
    const port = await examinePort(given)
    const [{ settings, found }, disks] = await Promise.all([
      examineDatabase(given, log, closers),
      examineDisks(given),
    ])
    const outside = await Promise.all([
      examineProvider(settings),
      examineServices(settings),
      examineAddress(settings.publicUrl),
    ])
    const all = [...unread, port, ...disks, ...found, ...outside.flat()]
    const failing = all.filter(({ state }) => state === 'failing').length
    return {
      exitCode: failing > 0 ? 1 : 0,
      text: values.json
        ? JSON.stringify({ ok: failing === 0, findings: all }, null, 2)
        : describe(all, failing),
    }
  },
  () => readLeniently(process.env),
)

/** What can be read of settings with which the academy cannot start. */
function readLeniently(env: NodeJS.ProcessEnv): Settings {
  try {
    return readGivenSettings(env)
  } catch (error) {
    tellUnread(error)
    if (error instanceof SettingsError) {
      const wrong = error.issues.map(({ name }) => [name, undefined])
      const rest: NodeJS.ProcessEnv = { ...env, ...Object.fromEntries(wrong) }
      if (wrong.some(([name = '']) => env[name] !== undefined)) return readLeniently(rest)
    }
    // They do not go together: where it lies and listens is all that is sure.
    const { DATA_DIR, DATABASE_URL, PORT } = env
    return readGivenSettings({ DATA_DIR, DATABASE_URL, PORT })
  }
}

/** As a start would, which refuses what is half set only once it knows what owners keep in the browser. */
async function readWhole(
  given: Settings,
  read: () => Settings | Promise<Settings>,
): Promise<Settings> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    if (unread.length === 0) tellUnread(error)
    return given
  }
}

function tellUnread(error: unknown): void {
  unread.push({
    item: 'settings',
    state: 'failing',
    sentence: `The academy cannot start: ${explainStartFailure(error)}`,
    mend: mendSettings,
  })
}

/** Also what only the database knows: settings made in the browser, the checklist of the office. */
async function examineDatabase(
  given: Settings,
  log: Log,
  closers: Closers,
): Promise<{ settings: Settings; found: Examined[] }> {
  const item = 'database'
  const dataDir = resolve(given.dataDir)
  if (given.databaseUrl === undefined && !holdsCluster(dataDir)) {
    const sentence = 'There is no database yet: the first start makes one.'
    const settings = await readWhole(given, () => readSettings(process.env))
    return { settings, found: [{ item, state: 'todo', sentence }] }
  }
  const found: Examined[] = []
  let settings = given
  try {
    refuseHalfRestored(dataDir, given.databaseUrl ? 'DATABASE_URL' : 'embedded')
    const { url } = await findDatabase(given, log, closers)
    const database = openAcademyDatabase(given, log, url)
    closers.push(() => database.close())
    if (given.databaseUrl !== undefined) await checkDatabase(database, url)
    found.push(...(await examineServer(database, given)))
    settings = await readWhole(given, () => addKeptSettings(given, database))
    found.push(...(await examineOffice(database, settings)))
  } catch (error) {
    found.push({
      item,
      state: 'failing',
      sentence: explainStartFailure(error),
      mend: 'Until then the academy does not serve, and what only its database knows was not looked at; academy logs says more.',
    })
  }
  return { settings, found }
}

async function examineServer({ pool }: OpenDatabase, settings: Settings): Promise<Examined[]> {
  const server = await describeServer(pool)
  const room = await examineDatabaseRoom(server, settings)
  // The embedded one has the clock of this machine.
  if (settings.databaseUrl === undefined) return [room]
  return [room, examineClock('the database’s', server.clockBehindInMs)]
}

async function examineOffice({ db }: OpenDatabase, settings: Settings): Promise<Examined[]> {
  const { keys = { keyId: '', keySecret: '' } } = settings.razorpay
  const provider = chooseProvider(settings) ?? { apiUrl: localUrl(settings) }
  const razorpay = createRazorpayClient({ keys, provider })
  const publicUrl = () => settings.publicUrl ?? localUrl(settings)
  const found = await examineChecklist({ db, settings, razorpay, publicUrl })
  return found.map(({ item, state, sentence }) => {
    const mend = state === 'failing' ? mends[item] : undefined
    return { item: item.replaceAll('_', ' '), state, sentence, ...(mend && { mend }) }
  })
}

function describe(all: Examined[], failing: number): string {
  const width = Math.max(...all.map(({ item }) => item.length))
  const marks = { ok: '✓', todo: '·', failing: '✗' }
  const lines = all.map(({ item, state, sentence, mend = '' }) =>
    `${marks[state]} ${item.padEnd(width)}  ${sentence} ${mend}`.trimEnd(),
  )
  const todo = all.filter(({ state }) => state === 'todo').length
  const verdict = failing === 0 ? 'Nothing fails' : `${failing} of ${all.length} fail`
  return `${lines.join('\n')}\n\n${verdict}${todo > 0 ? `; ${todo} still to do (·)` : ''}.`
}
