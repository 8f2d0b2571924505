import type { Role } from '../rights.ts'

/** The signed-in person behind a request, read from the database for this very request. */
export interface CurrentUser {
  learnerId: string
  email: string
  name: string
  /** Null: no staff, or the office is closed to this session. */
  role: Role | null
  /** True: staff who have not shown a second step here, and whose time to set one up is over. */
  isOfficeClosed: boolean
  /** Has an authenticator app or a passkey. */
  hasSecondStep: boolean
  /** Has shown within the last minutes that it is them. */
  isSteppedUp: boolean
  /** True: it is not them who ask but support, which looks at their account and changes nothing. */
  isView: boolean
  /** SHA-256 of the bearer token: names the session, cannot be used as one. */
  sessionHash: Buffer
}
