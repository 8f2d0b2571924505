import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LaunchedAcademy, launchAcademy } from '../../tests/support/launch-academy.ts'
import { listProcesses } from '../../tests/support/list-processes.ts'
import { requireBuild } from '../../tests/support/require-build.ts'

/** So many moments of a start, more of them at its beginning, where the database is brought up. */
const moments = { first: 3, later: 1 }

let folder = ''
beforeAll(async () => {
  requireBuild()
  folder = await mkdtemp(join(tmpdir(), 'academy-stopped-'))
  await chmod(folder, 0o755) // the database's own user must reach its data
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const options = { timeout: 300_000, concurrent: true }

const signals = [
  ['SIGTERM', 'alone'],
  ['SIGINT', 'group'],
  ['SIGHUP', 'alone'],
] as const

describe.each([
  ['the first start of an academy of one process', '1', false],
  ['the first start of an academy of two workers', '2', false],
  ['a later start of an academy of one process', '1', true],
  ['a later start of an academy of two workers', '2', true],
])('%s', options, (_, workers, isLater) => {
  /** Each first start has a folder of its own; the later ones after one another the same. */
  const dataDirOf = (signal: string, moment: number | string): string =>
    join(folder, `${workers} ${isLater ? `later ${signal}` : `${signal} ${moment}`}`)
  const launch = (at: string, dataDir: string): Promise<LaunchedAcademy> =>
    launchAcademy(
      { WORKERS: workers, DATA_DIR: dataDir, SEED: 'none', SIGNAL_AT: at },
      { execArgv: ['--import', './tests/support/signal-at.js'], ownGroup: true, mayEnd: true },
    )
  const countWaits = async (dataDir: string): Promise<number> => {
    const whole = await launch('count', dataDir)
    await whole.stop()
    return Number(/waited (\d+) times/.exec(whole.output())?.[1])
  }
  let waitsOfFirst = 0
  beforeAll(async () => {
    if (!isLater) waitsOfFirst = await countWaits(dataDirOf('count', 0))
  })

  test.each(signals)(
    'ends by %s, to it %s, at any moment: it says nothing and leaves nothing running',
    async (signal, whom) => {
      if (isLater) await countWaits(dataDirOf(signal, 0)) // the first
      const waits = isLater ? await countWaits(dataDirOf(signal, 0)) : waitsOfFirst
      const times = isLater ? moments.later : moments.first
      for (let moment = 0; moment < times; moment += 1) {
        const part = (moment + Math.random()) / times
        const at = `${signal} ${whom} ${Math.ceil(waits * part ** 2)}`
        const dataDir = dataDirOf(signal, moment)
        const academy = await launch(at, dataDir)
        // The moment may have been one of the stop, which was counted along.
        if (/ is open at /.test(academy.output())) await academy.stop()
        const { code, signal: endedBy } = await academy.ended

        const said = academy.output().replaceAll(/^(Administrator: .*|.* is open at .*)\n/gm, '')
        expect({ at, said, left: await listProcesses(dataDir) }).toEqual({ at, said: '', left: [] })
        // By default where it hears it before it has begun anything.
        expect(endedBy ?? code).toSatisfy((end) => end === 0 || end === signal)
      }
      if (isLater) await countWaits(dataDirOf(signal, 0)) // what was stopped so often still starts
    },
  )
})
