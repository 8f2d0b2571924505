import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openServiceManager } from './notify-systemd.ts'

const makeLog = () => ({ warn: vi.fn<() => void>() })

test('systemd hears that the academy serves, again and again that it lives, and that it stops', async () => {
  const log = makeLog()
  const folder = await mkdtemp(join(tmpdir(), 'academy-notify-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
  const heard = join(folder, 'heard')
  await writeFile(heard, '')
  await writeFile(
    join(folder, 'systemd-notify'),
    `#!/bin/sh\necho "$1 at $NOTIFY_SOCKET" >> ${heard}\n`,
  )
  await chmod(join(folder, 'systemd-notify'), 0o755)
  const env: NodeJS.ProcessEnv = {
    PATH: [folder, process.env['PATH']].join(delimiter),
    NOTIFY_SOCKET: '/run/systemd/notify',
    WATCHDOG_USEC: '400000',
    WATCHDOG_PID: '1',
  }
  const read = async () => (await readFile(heard, 'utf8')).trim().split('\n')

  const manager = openServiceManager(env, log)
  expect(env).toEqual({ PATH: env['PATH'] })
  expect(await read()).toEqual([''])
  manager.ready()
  await vi.waitFor(async () => expect((await read()).length).toBeGreaterThan(2))
  manager.stopping()
  await vi.waitFor(async () => expect((await read()).join()).toContain('STOPPING=1'))

  const said = new Set(await read())
  expect(said).toEqual(
    new Set(['READY', 'WATCHDOG', 'STOPPING'].map((word) => `${word}=1 at /run/systemd/notify`)),
  )
  expect(log.warn).not.toHaveBeenCalled()
})

test('who handed over to the next version does not say that the unit stops', async () => {
  const log = makeLog()
  const folder = await mkdtemp(join(tmpdir(), 'academy-notify-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
  const heard = join(folder, 'heard')
  await writeFile(heard, '')
  await writeFile(join(folder, 'systemd-notify'), `#!/bin/sh\necho "$1" >> ${heard}\n`)
  await chmod(join(folder, 'systemd-notify'), 0o755)
  const NOTIFY_SOCKET = '/run/systemd/notify'
  const former = openServiceManager({ PATH: folder, NOTIFY_SOCKET }, log)
  const next = openServiceManager({ PATH: folder, NOTIFY_SOCKET }, log)

  former.retire()
  former.stopping()
  next.ready()

  await vi.waitFor(async () => expect(await readFile(heard, 'utf8')).toBe('READY=1\n'))
})

test('an academy that systemd did not start tells nobody', () => {
  const log = makeLog()
  const manager = openServiceManager({ PATH: '/nowhere' }, log)

  manager.ready()
  manager.stopping()

  expect(log.warn).not.toHaveBeenCalled()
})
