const googleDomains = new Set(['gmail.com', 'googlemail.com'])

/**
 * The inbox that mails to a normalised address end in: without a plus-tag, and at Google without
 * dots. For counting mails only: each address may have an account of its own.
 */
export function canonicalEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  // A tag that is all there is belongs to the name.
  const name = email.slice(0, at).replace(/(?<=.)\+.*$/, '')
  if (!googleDomains.has(domain)) return `${name}@${domain}`
  return `${name.replaceAll('.', '')}@gmail.com`
}
