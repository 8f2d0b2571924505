import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { explainStartFailure } from '../src/platform/explain-start-failure.ts'
import { readStandInSettings } from './read-settings.ts'
import { type RunningStandIn, startStandIn } from './start-stand-in.ts'

const { waits, ...settings } = readStandInSettings(process.env)
const log = pino({ name: 'razorpay-stand-in' })
/** Of a program that may be gone before we have begun. */
const isChild = process.send !== undefined

const standIn = await startWhenPortIsFree().catch(giveUp)
log.info(
  { url: standIn.url },
  `Razorpay stand-in on ${standIn.url}, by hand at ${standIn.url}/sandbox`,
)
// A program that started us over IPC learns the address, also when the port was chosen for it.
if (process.connected) process.send?.({ url: standIn.url })

let isClosing = false
async function close(): Promise<void> {
  if (isClosing) return
  isClosing = true
  await standIn.close()
  process.exit(0)
}

process.once('SIGTERM', () => void close())
process.once('SIGINT', () => void close())
// The program that started us is gone, even if it was killed: do not outlive it and hold its port.
process.once('disconnect', () => void close())
if (isChild && !process.connected) void close()

/** In one sentence: to the program that started us, which then says it, or to the person who did. */
async function giveUp(error: unknown): Promise<never> {
  const failure = explainStartFailure(error)
  if (process.send) await new Promise((resolve) => process.send?.({ failure }, resolve))
  else process.stderr.write(`${failure}\n`)
  process.exit(1)
}

/** The stand-in of an academy that was just killed needs a moment to notice and to go. */
async function startWhenPortIsFree(
  triesLeft = waits ? Number.POSITIVE_INFINITY : 50,
): Promise<RunningStandIn> {
  try {
    return await startStandIn({ ...settings, log })
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    if (!isTaken || triesLeft === 0) throw error
    await wait(100)
    return startWhenPortIsFree(triesLeft - 1)
  }
}
