import { request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { bearer, beginUpload, idOf } from '../../tests/support/upload.ts'
import type { Learner } from '../payments/people.ts'
import type { Provider } from '../payments/provider.ts'

interface StreamOptions {
  url: string
  learners: Learner[]
  courseIds: string[]
  provider: Provider
  /** Goes on after failures, with a breath after each. */
  isPatient?: boolean
}

export interface Stream {
  /** Resolves once so many more courses were sold. */
  sell(count: number): Promise<void>
  end(): Promise<{ requests: number; sold: number; failures: string[] }>
}

/** Readers on connections that last and on new ones, and buyers, none of whom ever asks twice. */
export function streamRequests({
  url,
  learners,
  courseIds,
  provider,
  isPatient = false,
}: StreamOptions): Stream {
  const failures: string[] = []
  let [requests, sold, isOn] = [0, 0, true]

  const ask = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    requests += 1
    try {
      const answer = await fetch(url + path, init)
      const text = await answer.text()
      if (answer.ok) return text.startsWith('{') ? JSON.parse(text) : text
      failures.push(`${path} ${answer.status} ${text.slice(0, 200)}`)
    } catch (error) {
      const cause = error instanceof Error ? error.cause : error
      failures.push(`${path} ${String(cause ?? error)}`)
    }
    if (isPatient) await delay(100)
    return null
  }
  const read = async (headers: Record<string, string>): Promise<void> => {
    while (isOn) await ask('/api/courses', { headers })
  }
  const post = (path: string, token: string, body: object) =>
    ask(`/api/payment/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const purchases = learners.flatMap(({ token }) =>
    courseIds.map((courseId) => ({ token, courseId })),
  )
  const buy = async (): Promise<void> => {
    for (let next = purchases.pop(); next && isOn; next = purchases.pop()) {
      const order = await post('create-order', next.token, { course_id: next.courseId })
      if (order === null) continue
      const { order_id: orderId } = order as { order_id: string }
      const paid = await provider.pay(orderId, {
        method: 'upi',
        outcome: 'captured',
        webhook: 'now',
      })
      if (paid !== null && (await post('verify', next.token, paid)) !== null) sold += 1
    }
  }
  const running = [read({}), read({}), read({ connection: 'close' }), buy(), buy()]
  return {
    sell: async (count) => {
      const wanted = sold + count
      while (sold < wanted && (isPatient || failures.length === 0)) await delay(20)
    },
    end: async () => {
      isOn = false
      await Promise.all(running)
      return { requests, sold, failures }
    },
  }
}

/** Goes on until it is told to end, and fails if it is cut off. */
export interface Transfer {
  /** Resolves to how much arrived, in bytes. */
  end(): Promise<number>
}

/** Sends an upload bit by bit. */
export async function uploadSlowly(
  url: string,
  staff: Learner,
  courseId: string,
): Promise<Transfer> {
  const piece = Buffer.alloc(1_024, '%PDF-1.7\n')
  const pieces = 12_000 // for ten minutes: who is silent for one is given up
  const sizeInBytes = pieces * piece.length
  const begun = await beginUpload({ baseUrl: url }, staff, { courseId, sizeInBytes })
  if (begun.status !== 201) throw new Error(await begun.text())
  const sending = request(`${url}/api/admin/uploads/${idOf(begun)}`, {
    method: 'PATCH',
    headers: {
      ...bearer(staff),
      'content-type': 'application/offset+octet-stream',
      'upload-offset': '0',
      'content-length': String(sizeInBytes),
    },
  })
  const answered = new Promise<number>((resolve, reject) => {
    sending.once('response', (response) => resolve(response.statusCode ?? 0))
    sending.once('error', reject)
  })
  answered.catch(() => undefined)
  let sent = 0
  const drip = setInterval(() => {
    if (sent >= pieces - 10) return
    sending.write(piece)
    sent += 1
  }, 50)
  return {
    end: async () => {
      clearInterval(drip)
      while (sent < pieces) {
        sending.write(piece)
        sent += 1
      }
      sending.end()
      const status = await answered
      if (status !== 204) throw new Error(`The upload was answered ${status}.`)
      return sizeInBytes
    },
  }
}

/** Asks for a large file and reads it bit by bit. */
export async function downloadSlowly(url: string, path: string): Promise<Transfer> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let received = 0
  socket.on('data', (chunk) => {
    received += chunk.length
    socket.pause()
  })
  const ended = new Promise<void>((resolve, reject) => {
    socket.once('end', resolve)
    socket.once('error', reject)
  })
  ended.catch(() => undefined)
  socket.write(`GET ${path} HTTP/1.1\r\nhost: academy\r\nconnection: close\r\n\r\n`)
  const drip = setInterval(() => socket.resume(), 50)
  return {
    end: async () => {
      clearInterval(drip)
      socket.removeAllListeners('data').on('data', (chunk) => {
        received += chunk.length
      })
      socket.resume()
      await ended
      return received
    },
  }
}
