import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { choosePlace, socketUrl } from '../src/platform/embedded/place.ts'
import { applicationDatabase, superuser } from '../src/platform/embedded/roles.ts'
import { findFreePair } from '../tests/support/find-free-pair.ts'
import { statusOf, waitFor } from './cluster/servers.ts'
import { fillInsightAndLetters } from './support/fill-admin.ts'
import { courseOf, fillCatalogue, fillLearners } from './support/fill-database.ts'
import { makeFilms, openFilm } from './support/make-films.ts'
import { runLoad, writeRequest } from './support/run-load.ts'
import type { WatchResult } from './support/watch-plan.ts'

// `npm run bench:small-machine`: the academy with its own database and sandbox in a group of processes that
// has 1 GB (Linux's control groups, as root), while people watch films and read pages.

const { values: options } = parseArgs({
  options: {
    viewers: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '60' },
    megabytes: { type: 'string', default: '1024' },
  },
})
const viewers = Number(options.viewers)
const durationInMs = Number(options.seconds) * 1000
const sizeInBytes = 256 * 1024 * 1024
const group = `/sys/fs/cgroup/memory/academy-small-${process.pid}`
mkdirSync(group)
writeFileSync(`${group}/memory.limit_in_bytes`, String(Number(options.megabytes) * 1024 * 1024))

const folder = await mkdtemp(join(tmpdir(), 'academy-small-'))
await chmod(folder, 0o755)
const port = await findFreePair()
const url = `http://127.0.0.1:${port}`
const inGroup = `echo $$ > ${group}/cgroup.procs && exec "$0" scripts/start.js`
const academy = spawn('sh', ['-c', inGroup, process.execPath], {
  cwd: join(import.meta.dirname, '..'),
  env: {
    PATH: process.env['PATH'],
    DATA_DIR: folder,
    PORT: String(port),
    SEED: 'none',
    LOG_LEVEL: 'error',
  },
  stdio: ['ignore', 'ignore', 'inherit'],
})
await waitFor('The academy', async () => (await statusOf(`${url}/readyz`)) === 200)
const place = choosePlace({ info: () => undefined, warn: () => undefined }, folder)
const pool = new pg.Pool({ connectionString: socketUrl(place, superuser, applicationDatabase) })
await fillCatalogue(pool)
await fillInsightAndLetters(pool)
await fillLearners(pool, { from: 1, to: 2000 })
await makeFilms(pool, { dataDir: folder, films: 4, sizeInBytes })
await pool.end()

const links = await Promise.all(
  Array.from({ length: viewers }, (_, at) =>
    openFilm(url, { learner: at + 1, courseId: courseOf(at + 1), sizeInBytes }),
  ),
)
const watching = fork(fileURLToPath(new URL('support/watch-films.ts', import.meta.url)))
const rangeInBytes = 2 * 1024 * 1024
watching.send({ port, links, bytesPerSecond: 2_500_000 / 8, rangeInBytes, durationInMs })
const watched = once(watching, 'message')
let highest = { processes: 0, resident: 0 }
const looking = setInterval(() => {
  const now = addUp()
  if (now.resident > highest.resident) highest = now
}, 500)
const pages = await runLoad({
  port,
  connections: 2,
  pauseInMs: 50,
  durationInMs: durationInMs - 2000,
  requests: ['/', '/courses', '/course/course-1'].map((page) => writeRequest(`GET ${page}`)),
})
const [result] = (await watched) as [WatchResult] // sent by watch-films.ts
clearInterval(looking)
const read = (name: string): string => readFileSync(join(group, name), 'utf8').trim()
const killed = /oom_kill (\d+)/.exec(read('memory.oom_control'))?.[1] ?? '0'
academy.kill('SIGTERM')
await once(academy, 'exit')
while (read('cgroup.procs') !== '') await delay(100)
rmdirSync(group)
await rm(folder, { recursive: true, force: true })
const broken = pages.broken + Object.keys(pages.refused).length
const megabytes = Math.round(highest.resident / 1024)
console.log({ viewers, megabytes, processes: highest.processes, killed: Number(killed) })
console.log({ pages: pages.answered, broken, failures: result.failures, stalled: result.stalled })
process.exitCode = killed === '0' && broken === 0 && result.failures === 0 ? 0 : 1

/** What all processes of the group hold, shared pages by their share (PSS), in kilobytes. */
function addUp(): { processes: number; resident: number } {
  const pids = readFileSync(`${group}/cgroup.procs`, 'utf8').trim().split('\n')
  const sizes = pids.map((pid) => {
    try {
      return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1])
    } catch {
      return 0 // it has ended
    }
  })
  return { processes: pids.length, resident: sizes.reduce((sum, size) => sum + size, 0) }
}
