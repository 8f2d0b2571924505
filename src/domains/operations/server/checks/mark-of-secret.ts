import { hash } from 'node:crypto'

/**
 * Changes with a secret, so that what was found with another one counts no more. Of twelve bits only: a
 * weak password cannot be found out by what is stored.
 */
export function markOfSecret(secret: string): string {
  return hash('sha256', secret).slice(0, 3)
}
