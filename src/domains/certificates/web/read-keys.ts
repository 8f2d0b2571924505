import { call } from '../../../ui/call.ts'

/** Keys that ever signed: of now, or, where the academy cannot be reached, of the last time. */
interface KnownKeys {
  keys: string[]
  areOfNow: boolean
}

/** For badges, as `did.json` has them. */
export function readBadgeKeys(): Promise<KnownKeys> {
  return readKeys('badge-keys', async () => {
    const answer = await fetch('/.well-known/did.json', {
      cache: 'no-cache',
      signal: AbortSignal.timeout(10_000),
    })
    const { verificationMethod }: { verificationMethod: { publicKeyMultibase: string }[] } =
      await answer.json()
    return verificationMethod.map(({ publicKeyMultibase }) => publicKeyMultibase)
  })
}

/** For PDFs: SubjectPublicKeyInfo in base64. */
export function readDocumentKeys(): Promise<KnownKeys> {
  return readKeys('document-keys', async () => {
    const { keys } = await call('GET /credentials/document-keys', {})
    return keys.map((key) => key.public_key)
  })
}

async function readKeys(place: string, ask: () => Promise<string[]>): Promise<KnownKeys> {
  try {
    const keys = await ask()
    localStorage.setItem(place, keys.join(' '))
    return { keys, areOfNow: true }
  } catch {
    return { keys: localStorage.getItem(place)?.split(' ') ?? [], areOfNow: false }
  }
}
