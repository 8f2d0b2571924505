import type { Role } from '../rights.ts'

/** The signed-in person behind a request, read from the database for this very request. */
export interface CurrentUser {
  learnerId: string
  email: string
  name: string
  /** Null: no staff. */
  role: Role | null
  /** True: it is not them who ask but support, which looks at their account and changes nothing. */
  isView: boolean
  /** SHA-256 of the bearer token: names the session, cannot be used as one. */
  sessionHash: Buffer
}
