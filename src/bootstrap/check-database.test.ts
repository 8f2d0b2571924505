import { expect, test } from 'vitest'
import type { OpenDatabase } from '../platform/database/database.ts'
import { checkDatabase } from './check-database.ts'

const url = 'postgresql://asha@db.example/academy'
const tooLate = new Error('timeout exceeded when trying to connect')

/** Answers one question after the other. */
function databaseThat(...answers: (Error | string)[]): OpenDatabase {
  const query = async () => {
    const answer = answers.shift()
    if (typeof answer !== 'string') throw answer
    return { rows: [{ server_version_num: answer }] }
  }
  return { pool: { query } } as unknown as OpenDatabase // as much as is asked
}

test('a database that seems to be silent once is asked again: the start itself may not have listened', async () => {
  await expect(checkDatabase(databaseThat(tooLate, '170002'), url)).resolves.toBeUndefined()
})

test('a database that is silent twice, or refuses once, is given up', async () => {
  const refused = Object.assign(new Error('no'), { code: 'ECONNREFUSED' })

  await expect(checkDatabase(databaseThat(tooLate, tooLate), url)).rejects.toThrow(
    'db.example (DATABASE_URL) does not answer.',
  )
  await expect(checkDatabase(databaseThat(tooLate, refused), url)).rejects.toThrow(
    'nothing answers at db.example (DATABASE_URL).',
  )
  await expect(checkDatabase(databaseThat(refused, '170002'), url)).rejects.toThrow(
    'nothing answers at db.example (DATABASE_URL).',
  )
})
