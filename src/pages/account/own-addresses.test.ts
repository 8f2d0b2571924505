import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import OwnEmailForm from '../../domains/learners/web/own-email-form.tsx'
import { joinRequestQuery } from '../../domains/learners/web/queries.ts'
import JoinAccounts from './join-accounts.tsx'

test.each([
  ['another address', OwnEmailForm],
  ['another account', JoinAccounts],
])('the browser fills in the address of %s', (_what, Form) => {
  const client = new QueryClient()
  client.setQueryData(joinRequestQuery.queryKey, { request: null })
  const form = createElement(Form, { email: 'meera@example.org' })
  const shown = renderToStaticMarkup(createElement(QueryClientProvider, { client }, form))

  const [field = ''] = /<input[^>]* type="email"[^>]*>/.exec(shown) ?? []
  expect(field.toLowerCase()).toContain('autocomplete="email"')
  expect(field.toLowerCase()).toContain('inputmode="email"')
  expect(field.toLowerCase()).toContain('autocapitalize="none"')
})
