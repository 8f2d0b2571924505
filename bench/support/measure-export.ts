import { readFile } from 'node:fs/promises'
import { tokenOf } from './fill-database.ts'
import type { RunningProgram } from './start-program.ts'

export interface MeasuredExport {
  name: string
  rows: number
  seconds: number
  /** Until the first bytes came. */
  firstInMs: number
  sizeInMebibytes: number
  /** How much more memory the product had at most than before. */
  grownByInMebibytes: number
}

/** All orders, the longest list of documents, and the sums of all of them. */
const names = ['orders', 'gstr1-b2b', 'gstr1-cdnr', 'gstr1-b2cs', 'gstr1-docs']

/** Saves the files of two years one after the other, and looks at the memory of the product meanwhile. */
export async function measureExports(product: RunningProgram): Promise<MeasuredExport[]> {
  const measured: MeasuredExport[] = []
  for (const name of names) measured.push(await measureExport(product, name))
  return measured
}

async function measureExport(product: RunningProgram, name: string): Promise<MeasuredExport> {
  const before = await readMemory(product.pid)
  const since = performance.now()
  const year = new Date().getFullYear()
  const query = `from=${year - 1}-01-01&to=${year}-12-31`
  const answer = await fetch(`${product.url}/api/admin/exports/${name}.csv?${query}`, {
    headers: { authorization: `Bearer ${tokenOf(1)}` },
  })
  if (!answer.ok || !answer.body) throw new Error(`${name}.csv was answered with ${answer.status}`)
  let [rows, bytes, highest, firstInMs, pieces] = [-1, 0, before, 0, 0]
  for await (const piece of answer.body) {
    firstInMs ||= performance.now() - since
    bytes += piece.length
    for (const byte of piece) if (byte === 10) rows += 1
    pieces += 1
    if (pieces % 50 === 0) highest = Math.max(highest, await readMemory(product.pid))
  }
  highest = Math.max(highest, await readMemory(product.pid))
  return {
    name,
    rows,
    seconds: (performance.now() - since) / 1000,
    firstInMs,
    sizeInMebibytes: bytes / 2 ** 20,
    grownByInMebibytes: (highest - before) / 2 ** 20,
  }
}

/** As Linux counts what a process has in memory, in bytes; elsewhere 0. */
async function readMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024
}
