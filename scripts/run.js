import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder, where every command runs. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** Before a program of the academy: it starts as quickly as the academy itself. */
export const quickStart = ['--import', './src/platform/speed-up-start.ts']

const installedCommands = join(root, 'node_modules', '.bin')
const running = new Set()
/** The signal that told us to end: nothing more is begun. */
let endedBy = null
let tellEnding = () => undefined
/** Looks whether our parent is still there. */
let watch = null

/** What is done as soon as a signal tells us to end. */
export function onEnding(act) {
  tellEnding = act
}

/** A terminal that goes away ends us no more: what was begun is brought to its end. */
export function outliveTerminal() {
  process.off('SIGHUP', passOn)
  process.on('SIGHUP', () => undefined)
}

/** The environment of a child that finds the project's own Node and tools before the machine's. */
export function projectEnvironment(extra = {}) {
  return {
    ...process.env,
    PATH: [installedCommands, process.env.PATH].join(delimiter),
    ...extra,
  }
}

/** The environment of a child that must not find them, because it replaces them. */
export function machineEnvironment(extra = {}) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const outside = folders.filter((folder) => !folder.endsWith(join('node_modules', '.bin')))
  return { ...process.env, PATH: outside.join(delimiter), ...extra }
}

/** Starts what serves, told of signals as we are; `done` resolves to how it ended. */
export function startServer(command, args, options) {
  if (process.env.npm_lifecycle_event !== undefined) endWithParent()
  let child
  const done = start(command, args, options, (started) => {
    child = started
  })
  return { child, done }
}

/** Ends what we started, as a signal would. */
export function endAll() {
  for (const child of running) child.kill('SIGTERM')
}

/** Runs a command to its end with our output, and resolves with its exit code. */
export async function run(command, args, { env = projectEnvironment(), cwd = root, stdio } = {}) {
  const { code } = await start(command, args, {
    cwd,
    env,
    stdio: stdio ?? ['ignore', 'inherit', 'inherit'],
  })
  return code
}

/**
 * Runs a command to its end silently, and resolves with its exit code and all it printed. What it prints
 * because it was told to end interests nobody.
 */
export async function runQuietly(command, args, { env = projectEnvironment(), cwd = root } = {}) {
  const result = await start(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  if (endedBy !== null) process.exit(exitCodeOf(endedBy))
  return result
}

/**
 * Runs a server of the project until it ends, and ends with its exit code. The open channel lets the
 * server see when we are gone without having been able to say so.
 */
export async function serve(args, env) {
  if (process.env.npm_lifecycle_event !== undefined) endWithParent()
  process.exitCode = await run('node', args, {
    env,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
}

function start(command, args, options, onStart) {
  if (endedBy !== null) process.exit(exitCodeOf(endedBy))
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, options)
    const output = []
    onStart?.(child)
    running.add(child)
    child.stdout?.on('data', (chunk) => output.push(chunk))
    child.stderr?.on('data', (chunk) => output.push(chunk))
    child.once('error', reject)
    child.once('close', (code, signal) => {
      running.delete(child)
      resolve({
        code: code ?? exitCodeOf(signal),
        output: Buffer.concat(output).toString(),
      })
    })
  })
}

/** What ends us ends our child, once; the child then says with which code. */
function passOn(signal) {
  endedBy = signal
  tellEnding()
  if (running.size === 0) process.exit(exitCodeOf(signal))
  // A Ctrl-C reaches everything in the terminal by itself.
  if (signal === 'SIGINT' && process.stdin.isTTY) return
  for (const child of running) child.kill(signal)
}

/** npm passes signals on, but cannot when it is killed outright: then its script would stay behind. */
function endWithParent() {
  if (watch !== null) return
  const ancestors = readAncestors()
  watch = setInterval(() => {
    if (readAncestors() === ancestors) return
    clearInterval(watch)
    passOn('SIGTERM')
  }, 250)
  watch.unref()
}

/** Our parent, and its own where it is only the shell that npm runs a script in. */
function readAncestors() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
    const [, name, parentOfParent] = /\((.*)\) \S+ (\d+)/s.exec(stat) ?? []
    return /^(ba|da|z|a|)sh$/.test(name) ? `${process.ppid} ${parentOfParent}` : `${process.ppid}`
  } catch {
    return `${process.ppid}` // no /proc on this system
  }
}

function exitCodeOf(signal) {
  return 128 + constants.signals[signal]
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, passOn)
