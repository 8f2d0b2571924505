import { isValidElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ActionButton } from './action-button.tsx'

const row = { course_id: 'reels', learner_id: 'asha' }

test('it is busy only while what it is for is under way', () => {
  const action = { isPending: true, variables: row, mutate: () => undefined }

  expect(isBusy(ActionButton({ action, variables: { ...row } }))).toBe(true)
  expect(isBusy(ActionButton({ action, variables: { ...row, course_id: 'drone' } }))).toBe(false)
  expect(isBusy(ActionButton({ action: { ...action, variables: undefined } }))).toBe(true)
  const idle = { ...action, isPending: false }
  expect(isBusy(ActionButton({ action: idle, variables: row }))).toBe(false)
})

test('a press calls the mutation with its variables alone, not with the event', () => {
  const calls: unknown[][] = []
  const mutate = (...args: unknown[]) => calls.push(args)
  const action = { isPending: false, variables: undefined, mutate }

  press(ActionButton({ action, variables: row }))
  press(ActionButton({ action }))

  expect(calls).toEqual([[row], [undefined]])
})

function isBusy(button: ReactElement): boolean {
  return renderToStaticMarkup(button).includes('aria-busy')
}

function press(button: ReactElement) {
  if (isValidElement<{ onClick: (event: unknown) => void }>(button)) button.props.onClick('event')
}
