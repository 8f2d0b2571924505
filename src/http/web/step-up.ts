import { ApiError } from '../api-client.ts'

/** Lets the person show that it is them; false: they would rather not. */
type Ask = () => Promise<boolean>

let ask: Ask | null = null
/** Under way: whatever else needs it meanwhile goes on by the same answer. */
let answer: Promise<boolean> | null = null

/** From now on who is to show once more that it is them is asked so; returns what ends it. */
export function answerStepUps(by: Ask): () => void {
  ask = by
  return () => {
    if (ask !== by) return
    ask = null
    answer = null
  }
}

/** Sends something, and once more after the person has shown that it is them, if that is asked for. */
export async function withStepUp<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'step_up_needed') throw error
    if (!(await askOnce())) throw error
    return send()
  }
}

function askOnce(): Promise<boolean> | null {
  if (!ask || answer) return answer
  const asked = ask().finally(() => {
    if (answer === asked) answer = null
  })
  answer = asked
  return asked
}
