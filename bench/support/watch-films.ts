import { connect } from 'node:net'
import type { WatchedLink, WatchPlan, WatchResult } from './watch-plan.ts'

/**
 * A process of its own: viewers who read films by ranges, each on one connection, at the pace of
 * their film or as fast as bytes come. It counts bytes and looks at nothing else, so that it takes
 * less of the machine than a server.
 */
const plan = await new Promise<WatchPlan>((resolve) => process.once('message', resolve))
const startedAt = performance.now()
const endsAt = startedAt + plan.durationInMs
const stallInMs = 1_000
const receiveInBytes = plan.bytesPerSecond === null ? 1024 * 1024 : 128 * 1024
const result: WatchResult = { bytes: 0, ranges: 0, failures: 0, stalled: 0, elapsedInMs: 0 }

await Promise.all(plan.links.map((link, place) => watch(link, place)))
result.elapsedInMs = performance.now() - startedAt
process.send?.(result, () => process.exit(0))

/** Resolves at the end of the run. */
async function watch(link: WatchedLink, place: number): Promise<void> {
  const { bytesPerSecond } = plan
  // Viewers are anywhere in their films, and do not all begin in the same moment.
  const share = place / plan.links.length
  if (bytesPerSecond !== null) await pause(share * 2_000)
  const rangeInBytes = plan.rangeInBytes ?? link.sizeInBytes
  let from = plan.rangeInBytes === null ? 0 : Math.floor(share * link.sizeInBytes)
  const beganAt = performance.now()
  let taken = 0
  let missing = 0
  let lastAt = beganAt
  let hasStalled = false

  return new Promise((resolve) => {
    const socket = connect({
      port: plan.port,
      host: '127.0.0.1',
      noDelay: true,
      onread: { buffer: Buffer.alloc(receiveInBytes), callback: receive },
    })
    const ask = (): void => {
      if (from >= link.sizeInBytes) from = 0
      const to = Math.min(from + rangeInBytes, link.sizeInBytes) - 1
      socket.write(
        `GET ${link.path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: ${link.cookie}\r\nrange: bytes=${from}-${to}\r\n\r\n`,
      )
      missing = -1
      from = to + 1
    }
    const end = setTimeout(() => socket.destroy(), endsAt - performance.now())
    socket.on('connect', ask)
    socket.on('error', () => undefined) // a close follows
    socket.on('close', () => {
      clearTimeout(end)
      if (performance.now() < endsAt - 1) result.failures += 1
      if (hasStalled) result.stalled += 1
      resolve()
    })

    function receive(length: number, buffer: Uint8Array): boolean {
      const now = performance.now()
      const dueAt = bytesPerSecond === null ? now : beganAt + (taken / bytesPerSecond) * 1_000
      hasStalled ||= bytesPerSecond !== null && now - Math.max(dueAt, lastAt) > stallInMs
      lastAt = now
      let bytes = length
      if (missing === -1) {
        const text = Buffer.from(buffer.buffer, buffer.byteOffset, length)
        const head = text.toString('latin1', 0, text.indexOf('\r\n\r\n'))
        if (!head.startsWith('HTTP/1.1 206')) {
          result.failures += 1
          socket.destroy()
          return false
        }
        missing = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1])
        bytes -= head.length + 4
      }
      missing -= bytes
      taken += bytes
      result.bytes += bytes
      if (missing === 0) {
        result.ranges += 1
        ask()
      }
      if (bytesPerSecond === null) return true
      const ahead = beganAt + (taken / bytesPerSecond) * 1_000 - now
      if (ahead < 50) return true
      setTimeout(() => socket.resume(), ahead)
      return false
    }
  })
}

function pause(inMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, inMs))
}
