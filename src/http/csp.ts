/** Where browsers tell what the content security policy of a page stopped. */
export const cspReportsPath = '/api/csp-reports'

/** Those that pages may make of Trusted Types (docs/decisions/0113). */
export const trustedTypesPolicies = {
  /** Of our own scripts. */
  own: 'academy',
  /** Made once a provider's script is asked for, for what that writes. */
  ofProviders: 'default',
} as const
