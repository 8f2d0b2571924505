import { isDeepStrictEqual } from 'node:util'
import { ProblemError } from '../../../http/problem.ts'
import type { Database } from '../../../platform/database/database.ts'
import { readGstin } from './gstin.ts'
import { findState } from './indian-states.ts'
import type { TaxSettings } from './read-tax-settings.ts'
import { taxSettings } from './tables.ts'

export interface TaxSettingsInput {
  legal_name: string
  address: string
  /** As it was typed. */
  state: string
  gstin: string | null
  sac: string
}

/** What holds from now on, as a row of its own: what was issued before keeps what held then. */
export async function changeTaxSettings(
  db: Database,
  input: TaxSettingsInput,
  setBy: string,
): Promise<void> {
  await db.insert(taxSettings).values({ ...readInput(input), setBy })
}

/** Whether what holds is just that. */
export function isSet(input: TaxSettingsInput, current: TaxSettings | null): boolean {
  return current !== null && isDeepStrictEqual({ ...current, ...readInput(input) }, current)
}

function readInput({ legal_name: legalName, address, state, gstin, sac }: TaxSettingsInput) {
  const found = findState(state)
  if (!found) throw refuse('state', 'Please choose a State or Union territory of India.')
  const registered = gstin === null || gstin.trim() === '' ? null : readGstin(gstin)
  if (registered !== null && 'problem' in registered) throw refuse('gstin', registered.problem)
  if (registered !== null && registered.stateCode !== found.code) {
    throw refuse('gstin', `This GSTIN is not of ${found.name}: it must begin with ${found.code}.`)
  }
  return { legalName, address, stateCode: found.code, gstin: registered?.gstin ?? null, sac }
}

function refuse(field: string, message: string): ProblemError {
  return new ProblemError('invalid_input', { errors: [{ path: field, message }] })
}
