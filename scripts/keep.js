import { lookup } from 'node:dns/promises'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { join, resolve } from 'node:path'
import { nodePath } from './prepare.js'
import { endAll, onEnding, projectEnvironment, root, startServer } from './run.js'

// What stays while versions come and go. It holds the address, so that no connection is refused or lost
// between two of them, starts who serves, and on SIGUSR2 hands over to the version that
// DATA_DIR/update/wanted.json names (docs/decisions/0118). A version is started as its scripts/memory.json
// says, so that an older keeper starts a newer one.

/** The next version migrates before it serves. */
const openTimeoutInMs = 6 * 3_600_000

/** Serves until who serves ends by itself or by a signal, and resolves to its exit code. */
export async function keep() {
  const dataDir = resolve(root, process.env.DATA_DIR || './data')
  const socket = await openSocket()
  let isEnding = false
  onEnding(() => {
    isEnding = true
    socket?.close() // who serves stops listening, and then nobody does
  })
  let [ends, fails] = []
  const ended = new Promise((...settle) => {
    ;[ends, fails] = settle
  })
  let serving = null
  let isHandingOver = false

  const launch = (from, extra = {}) => {
    const { flags, environment } = describeLaunch(from)
    const env = projectEnvironment({
      NODE_ENV: 'production',
      ...environment,
      ...(socket && { ACADEMY_SOCKET: `4 ${socket.port}` }),
      ...extra,
    })
    const stdio = ['inherit', 'inherit', 'inherit', 'ipc', ...(socket ? [socket.fd] : [])]
    const { child, done } = startServer(nodePath(from), [...flags, 'src/main.ts'], {
      cwd: from,
      env,
      stdio,
    })
    const hears = (word) =>
      new Promise((resolve, reject) => {
        child.on('message', (message) => message === word && resolve())
        const fail = ({ code }) => reject(new Error(`It ended with ${code} before it served.`))
        done.then(fail, reject)
      })
    const version = { child, from, opened: hears('open'), hears }
    version.opened.catch(() => undefined)
    const waitForEnd = async () => {
      const { code } = await done
      // The next one may be about to serve in its place.
      if (version === serving) await handingOver
      return version === serving && ends(code)
    }
    waitForEnd().catch((error) => version === serving && fails(error))
    return version
  }

  const handOver = async () => {
    let next = null
    try {
      const from = wanted() ?? serving.from
      if (!socket)
        throw new Error('The address is not kept here (HOST=localhost): restart instead.')
      const lent = serving.hears('lent')
      serving.child.send('lend')
      await lent
      if (isEnding) return
      next = launch(from, { ACADEMY_SUCCEEDS: '1', DATA_DIR: dataDir })
      const timeout = setTimeout(() => next.child.kill('SIGTERM'), openTimeoutInMs)
      await next.opened.finally(() => clearTimeout(timeout))
      const former = serving
      serving = next
      note({ handedOver: true })
      if (former.child.connected) former.child.send('retire')
    } catch (error) {
      if (serving.child.connected) serving.child.send('keep')
      note({ failure: error.message })
    }
  }
  let handingOver = Promise.resolve()
  /** Null: the same one anew, also where a switch that was killed left the name of what is gone. */
  const wanted = () => {
    const file = join(dataDir, 'update/wanted.json')
    if (!existsSync(file)) return null
    try {
      const { from } = JSON.parse(readFileSync(file, 'utf8'))
      return existsSync(from) ? from : null
    } finally {
      rmSync(file) // also one that cannot be read: it would stand in the way of every later switch
    }
  }
  const note = (about) => {
    try {
      const file = join(dataDir, 'update/serving.json')
      mkdirSync(join(dataDir, 'update'), { recursive: true, mode: 0o700 })
      const known = { keeper: process.pid, process: serving.child.pid, from: serving.from }
      writeFileSync(`${file}.new`, JSON.stringify({ ...known, at: Date.now(), ...about }))
      renameSync(`${file}.new`, file)
    } catch (error) {
      console.error(`It cannot be noted who serves: ${error.message}`)
    }
  }

  process.on('SIGUSR2', () => {
    if (isHandingOver) return
    isHandingOver = true
    handingOver = serving.opened
      .then(handOver, () => undefined)
      .finally(() => {
        isHandingOver = false
      })
  })
  serving = launch(resolve(root))
  serving.opened.then(
    () => note({}),
    () => undefined,
  )
  return ended.finally(endAll)
}

/**
 * How a server keeps its memory small, 80 MB less under load, and its sweeping cheap.
 * - A nursery of 8 MB: answers live so briefly that hardly anything outlives it.
 * - The rest of the heap is swept when it has grown by a third, not when it has doubled.
 * - What outlived a moment of pressure does not teach the engine to put such things among the old
 *   ones for good: a process that once learnt it spent half its time sweeping them up.
 * - Two places to allocate from instead of eight for each core, and large blocks (a password's hash
 *   takes 19 MB) go back to the system when they are done with.
 */
export function describeLaunch(from) {
  const { flags, environment } = JSON.parse(readFileSync(join(from, 'scripts/memory.json'), 'utf8'))
  const entries = Object.entries(environment)
  return {
    flags,
    environment: {
      // What the environment says itself comes first.
      ...Object.fromEntries(entries.map(([name, value]) => [name, process.env[name] ?? value])),
      // Known before the first file is loaded, so that types need not be stripped again: 20 MB, 100 ms.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(from, '.cache', 'compiled'),
    },
  }
}

/**
 * The address that PORT and HOST name, bound and not listened on: who serves does that, on a copy of it.
 * From systemd if there is an academy.socket. Null where it cannot be had: who serves then says why.
 */
async function openSocket() {
  const host = process.env.HOST?.trim() || '127.0.0.1'
  const port = Number(process.env.PORT || 3000)
  if (process.env.LISTEN_PID === String(process.pid) && process.env.LISTEN_FDS === '1') {
    return { fd: 3, port, close: () => undefined }
  }
  if (host === 'localhost' || !Number.isInteger(port) || port < 0 || port > 65_535) return null
  try {
    const { address, family } = await lookup(host)
    // As node:cluster does it; there is no other way to have an address without listening on it.
    const bind = Reflect.get(net, '_createServerHandle')
    const handle = bind(address, port, family)
    const bound = {}
    // A port that is taken shows here only.
    if (typeof handle === 'number' || handle.getsockname(bound) !== 0) return null
    return { fd: handle.fd, port: bound.port, close: () => handle.close() }
  } catch {
    return null
  }
}
