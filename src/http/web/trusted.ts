import { trustedTypesPolicies } from '../csp.ts'

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
    /** Made as the page starts (`src/http/web/start-page.ts`); not there in development. */
    trusted?: TrustedTypesPolicy
    trustedTypes?: TrustedTypesPolicies
  }
}

/** The address of a script, as one that our own code names. */
export function trustScriptUrl(url: string): string {
  return window.trusted?.createScriptURL(url) ?? url
}

/** HTML of the academy's own making. */
export function trustHtml(html: string): string {
  return window.trusted?.createHTML(html) ?? html
}

let areProvidersTrusted = false

/**
 * A script of Razorpay or Google, to be put into the page. They write HTML and load more of their own,
 * within what the content security policy allows: from the first on, until the page is loaded anew,
 * the browser stops no more than that.
 */
export function createProviderScript(url: string): HTMLScriptElement {
  if (!areProvidersTrusted) {
    areProvidersTrusted = true
    const asIs = (text: string) => text
    const rules = { createHTML: asIs, createScriptURL: asIs }
    window.trustedTypes?.createPolicy(trustedTypesPolicies.ofProviders, rules)
  }
  const script = document.createElement('script')
  script.src = trustScriptUrl(url)
  script.async = true
  return script
}
