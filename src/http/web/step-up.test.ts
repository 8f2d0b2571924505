import { afterEach, expect, it } from 'vitest'
import { ApiError } from '../api-client.ts'
import { answerStepUps, withStepUp } from './step-up.ts'

let end = () => {}
afterEach(() => end())

/** Two files at once, each refused until somebody has shown that it is them. */
function saveTwo() {
  const answers: ((isShown: boolean) => void)[] = []
  let isShown = false
  const save = (file: string) =>
    withStepUp(async () => {
      if (!isShown) throw new ApiError(403, { code: 'step_up_needed' })
      return file
    })
  end = answerStepUps(() => new Promise((resolve) => answers.push(resolve)))
  const saved = Promise.allSettled([save('b2cs'), save('hsn')])
  const answer = (is: boolean) => {
    isShown = is
    answers.at(-1)?.(is)
  }
  return { answers, answer, saved, save }
}

it('whoever wants two things that need it is asked once, and gets both', async () => {
  const { answers, answer, saved } = saveTwo()
  await expect.poll(() => answers).toHaveLength(1)

  answer(true)

  expect(await saved).toMatchObject([{ value: 'b2cs' }, { value: 'hsn' }])
  expect(answers).toHaveLength(1)
})

it('whoever would rather not hears it of both, and is asked anew the next time', async () => {
  const { answers, answer, saved, save } = saveTwo()
  await expect.poll(() => answers).toHaveLength(1)

  answer(false)

  expect(await saved).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
  const next = save('docs')
  await expect.poll(() => answers).toHaveLength(2)
  answer(true)
  expect(await next).toBe('docs')
})
