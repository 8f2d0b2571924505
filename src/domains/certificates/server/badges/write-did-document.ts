/** The academy's identifier for tools that check credentials: did:web of the host in its address. */
export function didOf(publicUrl: string): string {
  return `did:web:${new URL(publicUrl).host.replace(':', '%3A')}`
}

/** What `did:web` resolves to: all keys that ever signed, newest first. */
export function writeDidDocument(publicUrl: string, publicKeys: string[]) {
  const id = didOf(publicUrl)
  const methods = publicKeys.map((key) => ({
    id: `${id}#${key}`,
    type: 'Multikey',
    controller: id,
    publicKeyMultibase: key,
  }))
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id,
    alsoKnownAs: [publicUrl],
    verificationMethod: methods,
    assertionMethod: methods.map((method) => method.id),
  }
}
