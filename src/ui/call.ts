import { createApiClient } from '../http/api-client.ts'
import { keepForOffline } from './offline-copies.ts'
import { readSession } from './session.ts'

const readToken = () => readSession()?.token ?? null

/** Asks the server from the browser, as whoever is signed in. */
export const call = createApiClient({
  readToken,
  onAnswer: (answered) => {
    // An answer may come after the log-out.
    if (answered.token !== null && answered.token === readToken()) keepForOffline(answered)
  },
})
