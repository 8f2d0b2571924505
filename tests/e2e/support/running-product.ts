/** Where the product of this run is, as the tests' own processes are told. */
export interface RunningProduct {
  url: string
  /** The payment provider's stand-in. */
  razorpayUrl: string
  databaseUrl: string
  /** Of a database for a test that starts a product of its own. */
  emptyDatabaseUrl: string
  /** The same, for the one that sends real mails. */
  mailDatabaseUrl: string
  /** The same, for the one whose sales are taxed. */
  taxDatabaseUrl: string
  /** The same, for the one that somebody opens for the first time. */
  firstRunDatabaseUrl: string
  /** The same, for the one that is reached by a name. */
  passkeysDatabaseUrl: string
  /** Signs what the product takes for Google's credentials. */
  signerUrl: string
  /** Another product with a name of its own, sign-in by Google and nothing to sell yet. */
  firstDayUrl: string
}

export const productVariable = 'ACADEMY_UNDER_TEST'

export const admin = { email: 'head@academy.test', password: 'the head of the academy' }

export function readRunningProduct(): RunningProduct {
  const text = process.env[productVariable]
  if (text === undefined) throw new Error('The product was not started')
  return JSON.parse(text)
}
