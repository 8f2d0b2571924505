import { createCaller } from '../http/call.ts'
import { readSession } from './session.ts'

/** Asks the server from the browser, as whoever is signed in. */
export const call = createCaller({ readToken: () => readSession()?.token ?? null })
