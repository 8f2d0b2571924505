export interface BatchingOptions {
  /** So many askings are under way before questions wait for each other. */
  atOnce: number
  /** No more questions than this in one asking. */
  atMost: number
  /** A question waits no longer than this for an asking before it. */
  timeoutInMs: number
  /** True for a failure that may be one question's fault: they are asked again, each alone. */
  isOneQuestions: (error: unknown) => boolean
}

interface Waiting<Question, Answer> {
  question: Question
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

/**
 * Asks alone what comes alone, and together what comes while others are being asked: where many ask
 * at once, one statement answers them all. Every question is asked after it came, never before, so
 * that its answer is as fresh as if it had been asked by itself.
 *
 * `ask` resolves to one answer for each question, in their order.
 */
export function batchingLoader<Question, Answer>(
  ask: (questions: Question[]) => Promise<Answer[]>,
  { atOnce, atMost, timeoutInMs, isOneQuestions }: BatchingOptions,
): (question: Question) => Promise<Answer> {
  let waiting: Waiting<Question, Answer>[] = []
  let underWay = 0
  let timeout: NodeJS.Timeout | undefined

  const answer = async (asked: Waiting<Question, Answer>[]): Promise<void> => {
    try {
      const answers = await ask(asked.map(({ question }) => question))
      // As many answers as questions, by the contract of `ask`.
      asked.forEach(({ resolve }, at) => resolve(answers[at] as Answer))
    } catch (error) {
      if (asked.length > 1 && isOneQuestions(error)) {
        await Promise.all(asked.map((one) => answer([one])))
      } else {
        for (const { reject } of asked) reject(error)
      }
    }
  }

  const send = async (): Promise<void> => {
    clearTimeout(timeout)
    timeout = undefined
    const asked = waiting.slice(0, atMost)
    waiting = waiting.slice(atMost)
    underWay += 1
    await answer(asked)
    underWay -= 1
    sendWhatMay()
  }

  const sendWhatMay = (): void => {
    while (waiting.length > 0 && underWay < atOnce) void send()
    if (waiting.length > 0) timeout ??= setTimeout(sendInSpite, timeoutInMs)
  }

  const sendInSpite = (): void => {
    void send()
    sendWhatMay() // those whom it could not take along wait for the next time
  }

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject })
      sendWhatMay()
    })
}
