import type { ResponseOf } from '../../../../http/endpoint.ts'
import { msg } from '../../../../shared/i18n/translate.ts'
import { call } from '../../../../ui/call.ts'
import { query } from '../../../../ui/query.ts'
import type { getFirstRun } from '../../contract.ts'
import type { SetupStep } from '../../first-run.ts'

export type FirstRun = ResponseOf<typeof getFirstRun>

export const firstRunQuery = query(['admin', 'first-run'], () => call('GET /admin/first-run', {}))

export function setState(state: 'open' | 'closed'): Promise<FirstRun> {
  return call('PUT /admin/first-run', { body: { state } })
}

/** With one, at that step. */
export function setupPath(step?: SetupStep | 'end'): string {
  return step === undefined ? '/admin/setup' : `/admin/setup?step=${step}`
}

export const stepTitles: Record<SetupStep, string> = {
  name: msg('Name and logo'),
  colours: msg('Two colours'),
  subject: msg('What you teach'),
  details: msg('Your details'),
  payments: msg('Payments'),
  mail: msg('Mail'),
  course: msg('First course'),
  demo: msg('The demo'),
}
