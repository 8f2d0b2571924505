import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Arrival, ArrivalPlan } from './arrival-plan.ts'
import type { LoadPlan, LoadResult } from './load-plan.ts'

/** Runs a plan in a process of its own. */
export async function runLoad(plan: LoadPlan): Promise<LoadResult> {
  return runElsewhere(new URL('./generate-load.ts', import.meta.url), plan)
}

export async function runArrivals(plan: ArrivalPlan): Promise<Arrival[]> {
  return runElsewhere(new URL('./generate-arrivals.ts', import.meta.url), plan)
}

async function runElsewhere<Result>(file: URL, plan: object): Promise<Result> {
  const child = fork(fileURLToPath(file))
  child.send(plan)
  const [result] = (await once(child, 'message')) as [Result] // sent by that file
  await once(child, 'exit')
  return result
}

/** A request as it goes over the wire, from a browser that takes packed answers. */
export function writeRequest(
  route: `${'GET' | 'POST' | 'PUT'} ${string}`,
  { token, body, etag }: { token?: string; body?: unknown; etag?: string } = {},
): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  const lines = [
    `${route} HTTP/1.1`,
    'host: 127.0.0.1',
    'accept-encoding: gzip, deflate, br',
    'user-agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
    ...(etag === undefined ? [] : [`if-none-match: ${etag}`]),
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
    ...(body === undefined
      ? []
      : ['content-type: application/json', `content-length: ${Buffer.byteLength(text)}`]),
  ]
  return `${lines.join('\r\n')}\r\n\r\n${text}`
}
