import { courseOf, tokenOf } from './fill-database.ts'
import { summariseLatencies } from './load-plan.ts'

/** Asks for certificates that were never printed, one after the other, as learners do. */
export async function measureFirstCertificates(
  url: string,
  { learners }: { learners: number },
): Promise<string> {
  const inMs: number[] = []
  for (let learner = 1; learner <= learners; learner += 1) {
    const since = performance.now()
    const answer = await fetch(`${url}/api/certificate/${courseOf(learner)}`, {
      headers: { authorization: `Bearer ${tokenOf(learner)}` },
    })
    if (!answer.ok) throw new Error(`No certificate: ${await answer.text()}`)
    await answer.arrayBuffer()
    inMs.push(performance.now() - since)
  }
  const [veryFirst = 0, ...others] = inMs
  const { p50InMs, p99InMs } = summariseLatencies(Float64Array.from(others))
  return (
    `A certificate for the first time (issued, typeset, sent): median ${p50InMs.toFixed(1)} ms, p99 ` +
    `${p99InMs.toFixed(1)} ms, bar 20 ms; the very first after a start ${veryFirst.toFixed(0)} ms ` +
    `(compiler and fonts are loaded half a second after the start).`
  )
}
