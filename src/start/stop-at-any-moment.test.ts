import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LaunchedAcademy, launchAcademy } from '../../tests/support/launch-academy.ts'
import { listProcesses } from '../../tests/support/list-processes.ts'
import { requireBuild } from '../../tests/support/require-build.ts'

/** So many moments of a start, more of them at its beginning, where the database is brought up. */
const moments = 4

let folder = ''
beforeAll(async () => {
  requireBuild()
  folder = await mkdtemp(join(tmpdir(), 'academy-stopped-'))
  await chmod(folder, 0o755) // the database's own user must reach its data
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const options = { timeout: 300_000, concurrent: true }

describe.each([
  ['one process', '1'],
  ['two workers', '2'],
])('the first start of an academy of %s', options, (_, workers) => {
  const dataDirOf = (at: string): string => join(folder, `${workers} ${at}`)
  const launch = (at: string): Promise<LaunchedAcademy> =>
    launchAcademy(
      { WORKERS: workers, DATA_DIR: dataDirOf(at), SEED: 'none', SIGNAL_AT: at },
      { execArgv: ['--import', './tests/support/signal-at.js'], ownGroup: true, mayEnd: true },
    )
  let waits = 0
  beforeAll(async () => {
    const whole = await launch('count')
    await whole.stop()
    waits = Number(/waited (\d+) times/.exec(whole.output())?.[1])
  })

  test.each([
    ['SIGTERM', 'alone'],
    ['SIGINT', 'group'],
    ['SIGHUP', 'alone'],
  ])(
    'ends by %s, to it %s, at any moment: it says nothing and leaves nothing running',
    async (signal, whom) => {
      for (let moment = 0; moment < moments; moment += 1) {
        const part = (moment + Math.random()) / moments
        const at = `${signal} ${whom} ${Math.ceil(waits * part ** 2)}`
        const academy = await launch(at)
        // The moment may have been one of the stop, which was counted along.
        if (/ is open at /.test(academy.output())) await academy.stop()
        const { code, signal: endedBy } = await academy.ended

        const said = academy.output().replaceAll(/^(Administrator: .*|.* is open at .*)\n/gm, '')
        expect({ at, said, left: await listProcesses(dataDirOf(at)) }).toEqual({
          at,
          said: '',
          left: [],
        })
        // By default where it hears it before it has begun anything.
        expect(endedBy ?? code).toSatisfy((end) => end === 0 || end === signal)
      }
    },
  )
})
