import { runs } from '../../support/runs.ts'

/** So many of them, others at each run; `RUNS_TIMES` draws more. */
export function draw<T>(all: readonly T[], usual: number): T[] {
  const places = new Map(all.map((one) => [one, Math.random()]))
  return all.toSorted((a, b) => places.get(a)! - places.get(b)!).slice(0, runs(usual))
}
