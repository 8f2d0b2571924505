import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '../src/platform/database/database.ts'
import { openClient } from '../src/platform/database/open-client.ts'
import { choosePlace, socketUrl } from '../src/platform/embedded/place.ts'
import { applicationDatabase, ownerRole, superuser } from '../src/platform/embedded/roles.ts'
import { asEarlierVersion } from './support/backup-files.ts'
import { makeLearner, type Person, watchCourse } from './support/factories.ts'
import { type LaunchedAcademy, launchAcademy } from './support/launch-academy.ts'
import { quickStart } from './support/quick-start.ts'

const root = join(import.meta.dirname, '..')
const silent = { info: () => undefined, warn: () => undefined }
const children: ChildProcess[] = []

let folder = ''
/** Is in the backups of the first test. */
let known: Person
/** The one that serves now, or served last. */
let academy: LaunchedAcademy

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'academy-backup-commands-'))
  await chmod(folder, 0o755) // the database's own user must reach its data
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

describe('npm run backup and npm run restore', () => {
  test('bring the same academy back: who is signed in, what was paid, what was earned', async () => {
    const first = await launch('first')
    const learner = await withDatabase('first', buyAndComplete)
    known = learner
    const before = await lookAround(learner)
    const serving = await runScript('backup.js', 'first', 'serving.backup')
    await first.stop()
    const stopped = await runScript('backup.js', 'first', 'stopped.backup')
    const restored = await runScript('restore.js', 'second', 'serving.backup')

    expect(serving).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Backed up to .* rows/),
    })
    expect(stopped).toMatchObject({ code: 0 })
    expect(restored).toMatchObject({ code: 0, output: expect.stringMatching(/^Restored from/) })
    expect((await stat(join(folder, 'serving.backup'))).mode & 0o077).toBe(0)
    const second = await launch('second')
    expect(await lookAround(learner)).toEqual(before)
    const [payment] = before.payments as { id: string }[]
    const refund = await call(`/api/my-payments/${payment!.id}/refund`, learner, {})
    expect(refund.status).toBe(200)
    await second.stop()
  })

  test('bring nobody back who was forgotten since, as far as the notes tell', async () => {
    const day = 86_400_000
    const note = {
      id: randomUUID(),
      learner_ids: [known.id],
      requested_at: new Date(Date.now() - 8 * day),
      due_at: new Date(Date.now() - day),
      keeps_certificates: false,
    }
    await mkdir(join(folder, 'notes'))
    await writeFile(join(folder, 'notes', `${note.id}.json`), JSON.stringify(note))

    expect(
      await runScript('restore.js', 'eighth', 'stopped.backup', '--erasures=notes'),
    ).toMatchObject({ code: 0 })
    const eighth = await launch('eighth')

    const left = await withDatabase('eighth', ({ pool }) =>
      pool.query('select name, blocked_at is not null as blocked from users where id = $1', [
        known.id,
      ]),
    )
    expect(left.rows).toEqual([{ name: 'Erased account', blocked: true }])
    expect((await call('/api/auth/profile', known)).status).toBe(401)
    await eighth.stop()
  })

  test('refuse in one sentence what they cannot do', async () => {
    const path = join(folder, 'stopped.backup')
    expect(await runScript('restore.js', 'first', path)).toEqual(
      refusal(
        `${join(folder, 'first')} is not empty: nothing was restored. Move away what is in it, or choose another DATA_DIR.`,
      ),
    )
    expect(await runScript('backup.js', 'nowhere', 'x.backup')).toEqual(
      refusal(`There is no academy in ${join(folder, 'nowhere')}: nothing was backed up.`),
    )
    expect(await runScript('backup.js', 'first', 'first/in.backup')).toEqual(
      refusal(
        `${join(folder, 'first/in.backup')} is inside DATA_DIR: a backup belongs somewhere else, best on another disk.`,
      ),
    )
    expect(await runScript('backup.js', 'first')).toEqual(
      refusal('Name the file to write: npm run backup -- FILE'),
    )
    expect(await runScript('restore.js', 'fourth', 'missing.backup')).toEqual(
      refusal(`There is no ${join(folder, 'missing.backup')}.`),
    )
    expect(existsSync(join(folder, 'nowhere'))).toBe(false)
    expect(existsSync(join(folder, 'fourth'))).toBe(false)
  })

  test('write nothing from a file that is not whole', async () => {
    await runScript('backup.js', 'first', 'short.backup')
    await truncate(join(folder, 'short.backup'), 3_000)

    expect(await runScript('restore.js', 'fifth', 'short.backup')).toEqual(
      refusal(
        `${join(folder, 'short.backup')} is damaged or not whole: nothing was restored from it.`,
      ),
    )
    expect(existsSync(join(folder, 'fifth'))).toBe(false)
  })

  test('write nothing from a file that was changed, or that anybody may have changed', async () => {
    const whole = await readFile(join(folder, 'stopped.backup'))
    const earlier = asEarlierVersion(whole)
    whole[whole.length >> 1]! ^= 1
    await writeFile(join(folder, 'changed.backup'), whole)
    await writeFile(join(folder, 'earlier.backup'), earlier)
    const restore = (...words: string[]) => runScript('restore.js', 'seventh', ...words)

    expect(await restore('changed.backup', '--trust')).toEqual(
      refusal(
        `${join(folder, 'changed.backup')} is damaged or not whole: nothing was restored from it.`,
      ),
    )
    expect(await restore('earlier.backup')).toEqual(
      refusal(
        `${join(folder, 'earlier.backup')} is of an earlier version, which signed nothing, so anybody may have changed it: if you know where it comes from, npm run restore -- FILE --trust`,
      ),
    )
    expect(await restore('stopped.backup', '--signed-by=00')).toMatchObject({ code: 1 })
    expect(existsSync(join(folder, 'seventh'))).toBe(false)
    expect(await restore('earlier.backup', '--trust')).toMatchObject({ code: 0 })
  })

  test('leave no file of that name when killed, and clean up the next time', async () => {
    const first = await launch('first')
    await withDatabase('first', (database) => fill(database.pool))
    const own = join(folder, 'killed')
    await mkdir(own)
    const dieAt = 'before rename killed' // all is written, and nothing has its name
    const backup = runProgram('back-up-academy.ts', 'first', 'killed/academy.backup', dieAt)
    await once(backup, 'exit')

    expect(backup.signalCode).toBe('SIGKILL')
    expect(await readdir(own)).toHaveLength(1)
    expect(existsSync(join(own, 'academy.backup'))).toBe(false)
    expect(await runScript('backup.js', 'first', 'killed/academy.backup')).toMatchObject({
      code: 0,
    })
    expect(await readdir(own)).toEqual(['academy.backup'])
    await first.stop()
  })

  test('leave no file at all when told to stop', async () => {
    const own = join(folder, 'stopped')
    await mkdir(own)
    const backup = runProgram('back-up-academy.ts', 'first', 'stopped/academy.backup')
    await vi.waitFor(async () => expect(await readdir(own)).toHaveLength(1), { interval: 2 })

    backup.kill('SIGTERM')
    await once(backup, 'exit')

    expect(backup.exitCode).toBe(1)
    expect(await readdir(own)).toEqual([])
    expect(existsSync(join(folder, 'first/postgres/postmaster.pid'))).toBe(false)
  })

  test('never leave half an academy that starts: killed, a restore is run again', async () => {
    const restore = runProgram('restore-academy.ts', 'sixth', 'killed/academy.backup')
    const onlooker = await vi.waitFor(() => connect('sixth', superuser, 'postgres'), {
      timeout: 500_000,
    })
    // The server itself looks, a thousand times a second: on a fast machine the copying is soon over.
    await onlooker.query(`do $$ begin
      loop
        exit when exists (
          select from pg_stat_activity where query like 'copy mails%' and state = 'active');
        perform pg_sleep(0.001);
        perform pg_stat_clear_snapshot();
      end loop;
    end $$`)

    restore.kill('SIGKILL')
    await once(restore, 'exit')
    await onlooker.end()

    await expect(launch('sixth')).rejects.toThrow(
      `A restore into ${join(folder, 'sixth')} is under way or was cut short`,
    )
    expect(await runScript('backup.js', 'sixth', 'half.backup')).toMatchObject({ code: 1 })
    expect(await runScript('restore.js', 'sixth', 'killed/academy.backup')).toMatchObject({
      code: 0,
    })
    const sixth = await launch('sixth')
    const mails = await withDatabase('sixth', ({ pool }) =>
      pool.query(`select from mails where subject = 'filling'`),
    )
    expect(mails.rowCount).toBe(filling)
    await sixth.stop()
  })
})

/** So many rows take a backup or a restore long enough to be killed in its middle. */
const filling = 20_000

async function fill(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into mails (id, recipient, subject, text, html)
     select gen_random_uuid(), 'r' || n, 'filling', repeat(md5(n::text), 30), ''
     from generate_series(1, ${filling}) n`,
  )
}

function refusal(sentence: string) {
  return { code: 1, output: `${sentence}\n` }
}

async function launch(data: string): Promise<LaunchedAcademy> {
  academy = await launchAcademy({
    DATA_DIR: join(folder, data),
    ADMIN_PASSWORD: 'a password for the backup',
  })
  return academy
}

/** As npm runs it: in the project's folder, called from another. */
async function runScript(script: string, data: string, ...files: string[]) {
  const child = spawn(process.execPath, [join('scripts', script), ...files], {
    cwd: root,
    env: { ...process.env, INIT_CWD: folder, DATA_DIR: join(folder, data) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await once(child, 'close')
  return { code: child.exitCode, output }
}

function runProgram(program: string, data: string, file: string, dieAt = ''): ChildProcess {
  const preload = ['--import', './tests/support/die-at.js']
  const words = [...quickStart, ...preload, join('src/bootstrap', program), join(folder, file)]
  const child = spawn(process.execPath, words, {
    cwd: root,
    env: { ...process.env, DATA_DIR: join(folder, data), DIE_AT: dieAt },
    stdio: 'ignore',
  })
  children.push(child)
  return child
}

async function connect(data: string, role: string, database: string): Promise<pg.Client> {
  const clusterDir = join(folder, data, 'postgres')
  if (!existsSync(clusterDir)) throw new Error('not there yet')
  return openClient(socketUrl(choosePlace(silent, join(folder, data)), role, database))
}

async function withDatabase<Result>(
  data: string,
  work: (database: ReturnType<typeof openDatabase>) => Promise<Result>,
): Promise<Result> {
  const place = choosePlace(silent, join(folder, data))
  const database = openDatabase({
    url: socketUrl(place, ownerRole, applicationDatabase),
    poolSize: 2,
    onIdleError: () => undefined,
  })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

interface Buyer extends Person {
  courseId: string
  certificateId: string
}

async function buyAndComplete({ db, pool }: ReturnType<typeof openDatabase>): Promise<Buyer> {
  const learner = await makeLearner(db)
  const { rows } = await pool.query<{ id: string; course_id: string }>(
    'select id, course_id from videos where course_id = (select min(course_id) from videos)',
  )
  const courseId = rows[0]!.course_id
  const order = await call('/api/payment/create-order', learner, { course_id: courseId })
  const { order_id } = order.body as { order_id: string }
  const paid = await fetch(`${academy.razorpayUrl}/sandbox/orders/${order_id}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"webhook":"never"}',
  })
  const verified = await call('/api/payment/verify', learner, await paid.json())
  expect(verified.status).toBe(200)
  await watchCourse(db, learner, { id: courseId, title: '', videoIds: rows.map(({ id }) => id) })
  const certificate = await call(`/api/certificate/${courseId}`, learner)
  const { certificate_id } = certificate.body as { certificate_id: string }
  return { ...learner, courseId, certificateId: certificate_id }
}

/** What a learner and a stranger with a certificate's number see. */
async function lookAround(learner: Buyer) {
  const paths = {
    profile: '/api/auth/profile',
    payments: '/api/my-payments',
    courses: '/api/my-courses',
    verified: `/api/certificates/${learner.certificateId}`,
    progress: `/api/courses/${learner.courseId}/progress`,
  }
  const answers = await Promise.all(
    Object.entries(paths).map(async ([name, path]) => {
      const { status, body } = await call(path, learner)
      expect(status).toBe(200)
      return [name, withoutMoment(body)] as const
    }),
  )
  return Object.fromEntries(answers) as Record<keyof typeof paths, unknown>
}

/** The moment at which a lesson is opened is another one at each look. */
function withoutMoment(body: unknown): unknown {
  const { opening: _, ...rest } = body as { opening?: string }
  return Array.isArray(body) ? body : rest
}

async function call(path: string, person: Person, body?: unknown) {
  const answer = await fetch(`${academy.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: await answer.json() }
}
