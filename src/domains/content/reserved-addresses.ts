import { taughtLanguages } from '../../shared/i18n/language-names.ts'

/**
 * What the site answers already, by the first part of its address, and what it may want one day. Files
 * of the root have a dot in them, which no address of a page has.
 */
const taken = new Set(
  [
    'about admin assets bundles certificate contact course courses forgot-password login my-courses',
    'payment-success privacy refund-policy results reset-password signup terms verify',
    'api attachments covers dev health healthz live look media metrics offline openapi pictures readyz',
    'complaint kept-films share unsubscribe uploads well-known 404 frame home index page pages',
  ].flatMap((words) => words.split(' ')),
)

/** Whether something else answers there, or a language does. */
export function isReserved(address: string): boolean {
  return taken.has(address) || taughtLanguages.includes(address)
}
