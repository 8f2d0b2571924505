import { connect, type Socket } from 'node:net'
import { type LoadPlan, type LoadResult, summariseLatencies } from './load-plan.ts'

/**
 * A process of its own: speaks just enough HTTP/1.1 to keep connections busy, and spends far less on a request
 * than a server does. Answers must say their length, as all measured ones do.
 */
const plan = await new Promise<LoadPlan>((resolve) => process.once('message', resolve))
const requests = plan.requests.map((request) => Buffer.from(request))
const startedAt = performance.now()
const endsAt = startedAt + plan.durationInMs
const latencies: number[] = []
const refused: Record<string, number> = {}
let broken = 0
let closed = 0
const sameBatch = plan.identical
  ? Buffer.concat(Array.from({ length: plan.pipelined ?? 1 }, () => requests[0] ?? Buffer.alloc(0)))
  : null
let next = 0
/** Of one whole answer, once known; for plans whose answers are identical. */
let answerLength = 0
let answered = 0
let open = plan.connections

for (let index = 0; index < plan.connections; index += 1) openConnection()

function openConnection(): void {
  const socket = connect({
    port: plan.port,
    host: '127.0.0.1',
    noDelay: true,
    onread: {
      buffer: Buffer.alloc(256 * 1024),
      callback: (length, buffer) => {
        receive(Buffer.from(buffer.buffer, buffer.byteOffset, length))
        if (plan.pauseInMs === undefined || !sameBatch) return true
        setTimeout(() => socket.resume(), plan.pauseInMs)
        return false // the next answers come in one piece
      },
    },
  })
  const atOnce = plan.pipelined ?? 1
  let sentAt = 0
  let due = 0
  let missing = 0
  let head: Buffer = Buffer.alloc(0)
  /** The server said that it closes the connection after this answer. */
  let isLast = false

  const send = (): void => {
    sentAt = performance.now()
    if (sentAt >= endsAt) return finish(socket)
    if (sameBatch) {
      due = atOnce
      socket.write(sameBatch)
      return
    }
    const batch: Buffer[] = []
    for (due = 0; due < atOnce; due += 1) {
      const request = requests[next % requests.length]
      next += 1
      if (request) batch.push(request)
    }
    socket.write(batch.length === 1 && batch[0] ? batch[0] : Buffer.concat(batch))
  }
  let received = 0
  /** An answer's end can lie anywhere in a chunk. */
  const count = (chunk: Buffer): void => {
    received += chunk.length
    const whole = Math.floor(received / answerLength)
    received -= whole * answerLength
    answered += whole
    due -= whole
    if (due > 0) return
    latencies.push(performance.now() - sentAt)
    send()
  }
  const receive = (chunk: Buffer): void => {
    if (answerLength > 0 && missing === 0 && head.length === 0) return count(chunk)
    let rest = head.length === 0 ? chunk : Buffer.concat([head, chunk])
    head = Buffer.alloc(0)
    while (rest.length > 0) {
      if (missing > 0) {
        const taken = Math.min(missing, rest.length)
        missing -= taken
        rest = rest.subarray(taken)
        if (missing === 0) complete()
        continue
      }
      const end = rest.indexOf('\r\n\r\n')
      if (end === -1) {
        head = Buffer.from(rest) // its memory takes the next piece
        return
      }
      const text = rest.toString('latin1', 0, end)
      const status = text.slice(9, 12)
      if (!status.startsWith('2') && status !== '304') refused[status] = (refused[status] ?? 0) + 1
      missing = lengthIn(text)
      if (plan.identical) answerLength ||= end + 4 + missing
      isLast ||= /\r\nconnection: close/i.test(text)
      rest = rest.subarray(end + 4)
      if (missing === 0) complete()
    }
  }
  const complete = (): void => {
    latencies.push(performance.now() - sentAt)
    answered += 1
    due -= 1
    if (due > 0 || isLast) return
    if (plan.pauseInMs === undefined) send()
    else setTimeout(send, plan.pauseInMs)
  }
  socket.on('connect', send)
  socket.on('error', () => undefined) // a close follows
  socket.on('close', () => {
    if (performance.now() < endsAt) {
      if (isLast) closed += 1
      else broken += 1
      openConnection()
      return
    }
    open -= 1
    if (open === 0) report()
  })
}

function finish(socket: Socket): void {
  socket.destroy()
}

function lengthIn(head: string): number {
  const match = /\r\ncontent-length: (\d+)/i.exec(head)
  return match ? Number(match[1]) : 0
}

function report(): void {
  const result: LoadResult = {
    answered,
    refused,
    broken,
    closed,
    elapsedInMs: performance.now() - startedAt,
    latency: summariseLatencies(Float64Array.from(latencies)),
  }
  process.send?.(result, () => process.exit(0))
}
