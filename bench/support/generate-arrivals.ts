import { Agent, get } from 'node:http'
import type { Arrival, ArrivalPlan } from './arrival-plan.ts'

/**
 * A process of its own: asks at a fixed rate, whatever becomes of what it asked before, as people who
 * know nothing of each other do. Who waits for a connection waits for the answer.
 */
const plan = await new Promise<ArrivalPlan>((resolve) => process.once('message', resolve))
const agent = new Agent({ keepAlive: true, maxSockets: plan.connections })
const headers = { 'accept-encoding': 'gzip, deflate, br' }
const startedAt = performance.now()
const arrivals: Arrival[] = []
let asked = 0
const wanted = Math.floor((plan.perSecond * plan.durationInMs) / 1000)
const clock = setInterval(askWhatIsDue, 2)

function askWhatIsDue(): void {
  const sinceInMs = performance.now() - startedAt
  const due = Math.min(wanted, Math.floor((sinceInMs * plan.perSecond) / 1000))
  while (asked < due) {
    asked += 1 // the first is due once its share of a second is over
    ask(plan.paths[asked % plan.paths.length] ?? '/', (asked * 1000) / plan.perSecond)
  }
  if (asked === wanted) clearInterval(clock)
}

function ask(path: string, atInMs: number): void {
  const end = (status: number): void => {
    arrivals.push({ atInMs, status, inMs: performance.now() - startedAt - atInMs })
    if (arrivals.length === wanted) process.send?.(arrivals, () => process.exit(0))
  }
  const { port } = plan
  get({ host: '127.0.0.1', port, path, headers, agent }, (answer) => {
    answer.resume().once('end', () => end(answer.statusCode ?? 0))
    answer.once('error', () => end(0))
  }).once('error', () => end(0))
}
