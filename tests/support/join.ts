import { confirmJoin, requestJoin } from '../../src/domains/learners/contract.ts'
import type { Person } from './factories.ts'
import { readOutbox } from './read-outbox.ts'
import type { TestServer } from './start-test-server.ts'

/** The newest code for joining two accounts that came to an address; null: none came. */
export async function readJoinCode(server: TestServer, to: string): Promise<string | null> {
  for (const { text } of await readOutbox(server, to)) {
    const code = /^[A-Z\d]{4}-[A-Z\d]{4}$/m.exec(text)?.[0]
    if (code !== undefined) return code
  }
  return null
}

/** Asks for the codes as the person whose account stays, and reads both: what they enter then. */
export async function askForCodes(server: TestServer, into: Person, from: { email: string }) {
  await server.as(into)(requestJoin, { body: { email: from.email } })
  const code = (await readJoinCode(server, into.email)) ?? ''
  const other_code = (await readJoinCode(server, from.email)) ?? ''
  return { email: from.email, code, other_code }
}

/** The same, and enters them. */
export async function join(server: TestServer, into: Person, from: { email: string }) {
  const body = await askForCodes(server, into, from)
  await server.as(into)(confirmJoin, { body })
  return body
}
