import { readFileSync } from 'node:fs'
import type { LoadResult } from './load-plan.ts'
import { runLoad } from './run-load.ts'

export interface Contender {
  port: number
  /** Of the serving process, whose processor time is counted. */
  pid: number
  requests: string[]
}

export interface Comparison {
  /** Requests a second, the median of the rounds. */
  ours: number
  bare: number
  /** Ours over bare within one round: the median, the lowest and the highest. */
  ratio: Spread
  /** Processor time of the serving process for one request; null where the system does not tell. */
  ourCpuInMicroseconds: number | null
  bareCpuInMicroseconds: number | null
  p99InMs: number
}

export interface Spread {
  median: number
  lowest: number
  highest: number
}

interface Rounds {
  /** Every answer is the same: see LoadPlan. */
  identical: boolean
  rounds: number
  connections: number
  durationInMs: number
}

/**
 * Lets two servers answer the same load in turns, so that whatever else the machine does meets both.
 * Fails if either refuses a request: numbers of problems would look splendid.
 */
export async function compare(
  ours: Contender,
  bare: Contender,
  { rounds, connections, durationInMs, identical }: Rounds,
): Promise<Comparison> {
  const runs: { ours: Run; bare: Run }[] = []
  const measure = (contender: Contender, ms: number) =>
    runOnce(contender, { connections, durationInMs: ms, identical })
  await measure(ours, durationInMs / 2) // warm-up, not counted
  await measure(bare, durationInMs / 2)
  for (let round = 0; round < rounds; round += 1) {
    const first = await measure(round % 2 === 0 ? ours : bare, durationInMs)
    const second = await measure(round % 2 === 0 ? bare : ours, durationInMs)
    runs.push(round % 2 === 0 ? { ours: first, bare: second } : { ours: second, bare: first })
  }
  return {
    ours: median(runs.map((run) => run.ours.perSecond)),
    bare: median(runs.map((run) => run.bare.perSecond)),
    ratio: spreadOf(runs.map((run) => run.ours.perSecond / run.bare.perSecond)),
    ourCpuInMicroseconds: medianOrNull(runs.map((run) => run.ours.cpuInMicroseconds)),
    bareCpuInMicroseconds: medianOrNull(runs.map((run) => run.bare.cpuInMicroseconds)),
    p99InMs: median(runs.map((run) => run.ours.load.latency.p99InMs)),
  }
}

interface Run {
  load: LoadResult
  perSecond: number
  cpuInMicroseconds: number | null
}

async function runOnce(
  { port, pid, requests }: Contender,
  how: { connections: number; durationInMs: number; identical: boolean },
): Promise<Run> {
  const before = readCpuInMicroseconds(pid)
  const load = await runLoad({ port, requests, ...how })
  const after = readCpuInMicroseconds(pid)
  if (load.broken > 0 || Object.keys(load.refused).length > 0) {
    throw new Error(
      `${requests[0]?.split('\r\n')[0]}: ${load.broken} broken connections, refused ${JSON.stringify(load.refused)}`,
    )
  }
  return {
    load,
    perSecond: (load.answered / load.elapsedInMs) * 1000,
    cpuInMicroseconds:
      before === null || after === null ? null : (after - before) / Math.max(1, load.answered),
  }
}

/** User and system time of a process so far; null on systems without /proc. */
export function readCpuInMicroseconds(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    const ticks = Number(fields[11]) + Number(fields[12])
    return ticks * 10_000 // a tick is a hundredth of a second
  } catch {
    return null
  }
}

export function spreadOf(values: number[]): Spread {
  return { median: median(values), lowest: Math.min(...values), highest: Math.max(...values) }
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? 0)) / 2
}

function medianOrNull(values: (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : median(known)
}
