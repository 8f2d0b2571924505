import { createApiClient, type SendRequest } from '../http/api-client.ts'
import { withStepUp } from '../http/web/step-up.ts'
import { keepForOffline } from './offline-copies.ts'
import { readSession } from './session.ts'

const readToken = () => readSession()?.token ?? null

const client = createApiClient({
  readToken,
  onAnswer: (answered) => {
    // An answer may come after the log-out.
    if (answered.token !== null && answered.token === readToken()) keepForOffline(answered)
  },
})

const callWithStepUp: SendRequest = (route, input) => withStepUp(() => client(route, input))

/** Asks the server from the browser, as whoever is signed in. */
export const call = Object.assign(callWithStepUp, { keepalive: client.keepalive })
