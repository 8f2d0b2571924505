import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  constants,
  fchownSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import type { EmbeddedLog } from './embedded-log.ts'
import { spawnAs } from './identity.ts'
import type { Place } from './place.ts'
import { serverArguments } from './server-arguments.ts'

/** Open transactions are rolled back and everything is written by then, or it is ended as it is. */
const endTimeoutInMs = 30_000

/** A process that has ended but was not yet collected by its parent still counts as alive here. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** The process id of the database server that runs on this cluster now, whoever started it; null if none does. */
export function findPostmaster(place: Place): number | null {
  const pid = readPidFile(place)
  return pid !== null && isProcessAlive(pid) && isServerOf(place, pid) ? pid : null
}

/** Whether the running server was started exactly as we would start it: same program, same settings. */
export function isStartedAs(place: Place, binaries: Binaries, durable: boolean): boolean {
  const command = readIfThere(join(place.clusterDir, 'postmaster.opts')) ?? ''
  const ours = [binaries.postgres, ...serverArguments(place, durable).map((part) => `"${part}"`)]
  return command.trim() === ours.join(' ')
}

/**
 * Starts the server. It outlives us if we are killed, and a Ctrl-C in our terminal does not reach it:
 * it must be there until our last request is answered.
 */
export function launchPostmaster(
  { postgres }: Binaries,
  { place, durable }: { place: Place; durable: boolean },
): ChildProcess {
  disownStalePidFile(place)
  const log = openServerLog(place)
  const child = spawn(postgres, serverArguments(place, durable), {
    ...spawnAs(place.runAs),
    detached: true,
    stdio: ['ignore', log, log],
    env: { PATH: process.env.PATH, TZ: 'UTC' }, // our secrets are none of its business
  })
  closeSync(log)
  child.unref()
  return child
}

/** Ends a server that was launched a moment ago and may not be found yet. */
export async function endLaunched(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.ref()
  child.kill('SIGINT')
  const timeout = setTimeout(() => child.kill('SIGQUIT'), endTimeoutInMs)
  await ended
  clearTimeout(timeout)
}

/** Makes a running server read again who may enter. */
export function reloadPostmaster(place: Place) {
  const pid = findPostmaster(place)
  if (pid !== null) sendSignal(pid, 'SIGHUP')
}

/** Ends the server: open transactions are rolled back and everything is written to disk. */
export async function endPostmaster(log: EmbeddedLog, place: Place): Promise<void> {
  const pid = findPostmaster(place)
  if (pid === null) return
  for (const { signal, timeoutInMs } of [
    { signal: 'SIGINT' as const, timeoutInMs: endTimeoutInMs },
    { signal: 'SIGQUIT' as const, timeoutInMs: 5_000 },
  ]) {
    if (signal === 'SIGQUIT') log.warn('The database does not end: ending it at once')
    sendSignal(pid, signal)
    const deadline = Date.now() + timeoutInMs
    while (Date.now() < deadline) {
      if (findPostmaster(place) !== pid) return
      await delay(10)
    }
  }
  throw new Error(`The database server (process ${pid}) does not end`)
}

/** The last lines that the server wrote about itself. */
export function readServerLogTail(place: Place): string {
  const text = readIfThere(join(place.home, 'postgres.log')) ?? ''
  return text.trim().split('\n').slice(-6).join('\n')
}

function readPidFile(place: Place): number | null {
  const pid = Number.parseInt(readIfThere(join(place.clusterDir, 'postmaster.pid')) ?? '', 10)
  return pid > 0 ? pid : null
}

/** After a crash the id in the file may belong to any program by now; in a container it often does. */
function isServerOf(place: Place, pid: number): boolean {
  return readCommandLine(pid).includes(`-D ${place.clusterDir} `)
}

function readCommandLine(pid: number): string {
  if (process.platform === 'linux') {
    return readIfThere(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ') ?? ''
  }
  try {
    return execFileSync('ps', ['-ww', '-p', String(pid), '-o', 'command='], { encoding: 'utf8' })
  } catch {
    return '' // ps fails when there is no such process
  }
}

/**
 * PostgreSQL refuses to start while the process named in its pid file lives, even if that is another
 * program by now. Our own id, its parent's, it takes as stale, and still reads the rest of the file to
 * make sure that no orphan of the old server is writing; removing the file would take that check away.
 */
function disownStalePidFile(place: Place) {
  const pidFile = join(place.clusterDir, 'postmaster.pid')
  const lines = readIfThere(pidFile)?.split('\n')
  if (lines === undefined) return
  const file = openSync(pidFile, constants.O_WRONLY | constants.O_TRUNC | constants.O_NOFOLLOW)
  writeSync(file, [String(process.pid), ...lines.slice(1)].join('\n'))
  closeSync(file)
  rmSync(join(place.socketDir, '.s.PGSQL.5432'), { force: true })
  rmSync(join(place.socketDir, '.s.PGSQL.5432.lock'), { force: true })
}

function openServerLog(place: Place): number {
  const path = join(place.home, 'postgres.log')
  const sizeInBytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (sizeInBytes > 4_000_000) renameSync(path, `${path}.old`)
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW } = constants
  const file = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600)
  // Started by root on an ordinary user's data, the log stays that user's to write on.
  const { uid, gid } = statSync(place.home)
  if (place.runAs !== null && uid !== 0) fchownSync(file, uid, gid)
  return file
}

function sendSignal(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch {
    // it has just ended by itself
  }
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
