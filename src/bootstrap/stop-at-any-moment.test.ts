import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LaunchedAcademy, launchAcademy } from '../../tests/support/launch-academy.ts'
import { listProcesses } from '../../tests/support/list-processes.ts'
import { requireBuild } from '../../tests/support/require-build.ts'
import { runs } from '../../tests/support/runs.ts'

/** So many moments of a first start, more of them at its beginning, where the database is brought up. */
const momentsOfFirst = runs(1)

let folder = ''
beforeAll(async () => {
  requireBuild()
  folder = await mkdtemp(join(tmpdir(), 'academy-stopped-'))
  await chmod(folder, 0o755) // the database's own user must reach its data
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const options = { concurrent: true }

const signals = [
  ['SIGTERM', 'alone'],
  ['SIGINT', 'group'],
  ['SIGHUP', 'alone'],
] as const

const cleanEnd = { said: '', isClean: true, left: [] }

describe.each([
  ['one process', '1'],
  ['two workers', '2'],
])('an academy of %s', options, (_, workers) => {
  const dataDirOf = (name: string): string => join(folder, `${workers} ${name}`)
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
  const stopAt = async (
    [signal, whom]: readonly [NodeJS.Signals, string],
    { moment, dataDir }: { moment: number; dataDir: string },
  ) => {
    const at = `${signal} ${whom} ${moment}`
    const academy = await launch(at, dataDir)
    // The moment may have been one of the stop, which was counted along.
    if (/ is open at /.test(academy.output())) await academy.stop()
    const { code, signal: endedBy } = await academy.ended

    // A machine that stands still for three seconds breaks that connection, which is told and mended.
    const said = academy
      .output()
      .replaceAll(/^(Administrator: .*|.* is open at .*|.*"connection for notices lost".*)\n/gm, '')
    // By default where it hears it before it has begun anything.
    const isClean = code === 0 || endedBy === signal
    return { at, said, isClean, left: await listProcesses(dataDir) }
  }
  const kept = (): string => dataDirOf('kept')
  let waitsOfFirst = 0
  beforeAll(async () => {
    waitsOfFirst = await countWaits(kept())
  })

  test.each(signals)(
    'ends its first start by %s (%s) at any moment: it says nothing and leaves nothing running',
    async (...signal) => {
      for (let index = 0; index < momentsOfFirst; index += 1) {
        const part = (index + Math.random()) / momentsOfFirst
        const moment = Math.ceil(waitsOfFirst * part ** 2)
        const dataDir = dataDirOf(`${signal[0]} ${index}`)
        expect(await stopAt(signal, { moment, dataDir })).toMatchObject(cleanEnd)
      }
    },
  )

  test('ends a later start by each of them at any moment, and starts again', async () => {
    const waits = await countWaits(kept())
    for (const signal of signals) {
      const moment = Math.ceil(waits * Math.random() ** 2)
      expect(await stopAt(signal, { moment, dataDir: kept() })).toMatchObject(cleanEnd)
    }
    await countWaits(kept())
  })
})

test('a hang-up while it learns to start its workers anew ends nothing', async () => {
  const dataDir = join(folder, 'hang-up')
  // After those of the start, one for each signal.
  const env = { WORKERS: '2', DATA_DIR: dataDir, SEED: 'none', SIGNAL_AT: 'SIGHUP alone 4 SIGNAL' }
  const execArgv = ['--import', './tests/support/signal-at.js']

  const academy = await launchAcademy(env, { execArgv, ownGroup: true, mayEnd: true })

  expect(academy.output()).toContain(' is open at ')
  await academy.stop()
  expect(await listProcesses(dataDir)).toEqual([])
})
