import { execFile } from 'node:child_process'
import type { Log } from './logging.ts'

export interface ServiceManager {
  /** That it serves, and from now on, as often as it is to be said, that it lives. */
  ready(): void
  stopping(): void
  /** Another process of the unit serves now, and speaks for it: our end is not the unit's. */
  retire(): void
}

/**
 * Tells systemd how we are, where it has started us (NOTIFY_SOCKET). Node has no datagrams over Unix
 * sockets: systemd's own program says it, which costs a process of some milliseconds each time, twice
 * within WatchdogSec. What we start ourselves is not to speak for us.
 */
export function openServiceManager(env: NodeJS.ProcessEnv, log: Pick<Log, 'warn'>): ServiceManager {
  const { NOTIFY_SOCKET: socket, WATCHDOG_USEC: watchdog } = env
  for (const name of ['NOTIFY_SOCKET', 'WATCHDOG_USEC', 'WATCHDOG_PID']) delete env[name]
  if (socket === undefined) return { ready: nothing, stopping: nothing, retire: nothing }
  const tell = (state: string): void => {
    const told = { env: { PATH: env['PATH'], NOTIFY_SOCKET: socket }, timeout: 10_000 }
    execFile('systemd-notify', [state], told, (error) => {
      if (error) log.warn({ reason: error.message }, 'systemd was not told')
    })
  }
  let living: NodeJS.Timeout | undefined
  let isRetired = false
  return {
    ready: () => {
      tell('READY=1')
      const everyInMs = Number(watchdog ?? 0) / 1000 / 2
      // By the event loop itself: one that hangs says nothing, and is ended and started anew.
      if (everyInMs > 0) living = setInterval(() => tell('WATCHDOG=1'), everyInMs).unref()
    },
    stopping: () => {
      clearInterval(living)
      if (!isRetired) tell('STOPPING=1')
    },
    retire: () => {
      isRetired = true
      clearInterval(living)
    },
  }
}

function nothing(): void {}
