import { createApiClient } from '../http/api-client.ts'
import { readSession } from './session.ts'

/** Asks the server from the browser, as whoever is signed in. */
export const call = createApiClient({ readToken: () => readSession()?.token ?? null })
