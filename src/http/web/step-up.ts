import { ApiError } from '../api-client.ts'

/** Lets the person show that it is them; false: they would rather not. */
type Ask = () => Promise<boolean>

let ask: Ask | null = null

/** From now on who is to show once more that it is them is asked so; returns what ends it. */
export function answerStepUps(by: Ask): () => void {
  ask = by
  return () => {
    if (ask === by) ask = null
  }
}

/** Sends something, and once more after the person has shown that it is them, if that is asked for. */
export async function withStepUp<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'step_up_needed') throw error
    if (!(await ask?.())) throw error
    return send()
  }
}
