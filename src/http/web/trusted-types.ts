/** What of Trusted Types is used here: TypeScript's types of the browser do not have them yet. */
export interface TrustedTypesPolicy {
  /** Each returns an object that reads as the text; where the browser knows no Trusted Types, the text. */
  createHTML: (text: string) => string
  createScript: (text: string) => string
  createScriptURL: (text: string) => string
}

export interface TrustedTypesPolicies {
  createPolicy: (name: string, rules: Partial<TrustedTypesPolicy>) => TrustedTypesPolicy
}

declare global {
  interface Window {
    /** What our own code writes of HTML and of addresses of scripts goes by it (`start-page.ts`). Not there in development. */
    trusted?: TrustedTypesPolicy
  }
}
