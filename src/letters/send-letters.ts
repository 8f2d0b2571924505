import type { LetterDependencies } from './dependencies.ts'
import { beginDueLetters, freezeSome } from './freeze-audience.ts'
import { queueSome } from './queue-letters.ts'

/**
 * One round: what is due begins, audiences are written down, and the next few letters are queued. Any
 * number of processes may run it, and any may be killed. Resolves to how many people were dealt with.
 */
export async function sendLetters(deps: LetterDependencies): Promise<number> {
  await beginDueLetters(deps.db)
  while (await freezeSome(deps.db));
  return queueSome(deps)
}
