const place = 'badge-keys'

/** The keys that ever signed badges: of now, or, where the academy cannot be reached, of the last time. */
export async function readKeys(): Promise<{ keys: string[]; areOfNow: boolean }> {
  try {
    const answer = await fetch('/.well-known/did.json', {
      cache: 'no-cache',
      signal: AbortSignal.timeout(10_000),
    })
    const { verificationMethod }: { verificationMethod: { publicKeyMultibase: string }[] } =
      await answer.json()
    const keys = verificationMethod.map(({ publicKeyMultibase }) => publicKeyMultibase)
    localStorage.setItem(place, keys.join(' '))
    return { keys, areOfNow: true }
  } catch {
    return { keys: readKept(), areOfNow: false }
  }
}

function readKept(): string[] {
  return localStorage.getItem(place)?.split(' ') ?? []
}
