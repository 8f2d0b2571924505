/** By RFC 2606 nobody ever owns it: no mail arrives there, and nobody proves by mail or Google that it is theirs. */
export const childDomain = 'child.invalid'

/** Whether the account that has this address is a child's. */
export function isChildLogin(email: string): boolean {
  return email.endsWith(`@${childDomain}`)
}
