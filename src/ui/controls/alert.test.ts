import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Alert } from './alert.tsx'

function show(children: ReactNode): string {
  return renderToStaticMarkup(Alert({ tone: 'danger', className: 'mt-3', children }))
}

test.each([null, undefined, false])('no box stands for the message %s', (message) => {
  expect(show(message)).toBe('')
})

test('a message interrupts when it is a danger', () => {
  expect(show('It failed.')).toContain('<div role="alert">It failed.</div>')
})
