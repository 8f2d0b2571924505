import { ApiError } from '../../../http/api-client.ts'
import { call } from '../../../ui/call.ts'
import type { Node } from '../canonical-form.ts'
import type { CertifiedFacts } from '../certified-facts.ts'
import { isSignedWith } from '../data-integrity.ts'
import { readBadgeFile } from './read-badge-file.ts'
import { readBadgeKeys, readDocumentKeys } from './read-keys.ts'
import { isPdfSignedWith, type PdfSignature, readPdfSignature } from './read-pdf-signature.ts'

/** What became of its certificate; unknown: the academy could not be asked. */
type Standing = 'holds' | 'withdrawn' | 'replaced' | 'unknown'

export type Finding =
  | { kind: 'genuine'; said: CertifiedFacts; standing: Standing }
  | { kind: 'too large' | 'unsigned' | 'changed' | 'not ours' | 'keys missing' | 'browser too old' }

/** Ours have a few hundred thousand bytes; a film would fill a phone's memory. */
export const checkedAtMostInBytes = 10_000_000

/** Checks a badge or a PDF by its signature, without a network by the keys of the last time. */
export async function checkFile(file: Pick<Blob, 'size' | 'arrayBuffer'>): Promise<Finding> {
  if (file.size > checkedAtMostInBytes) return { kind: 'too large' }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const badge = readBadgeFile(bytes)
  if (badge) return checkBadge(badge)
  const signature = readPdfSignature(bytes)
  if (signature === null) return { kind: 'unsigned' }
  return signature === 'broken' ? { kind: 'changed' } : checkPdf(signature)
}

async function checkBadge(badge: Node): Promise<Finding> {
  const { keys, areOfNow } = await readBadgeKeys()
  const key = keys.find((key) => methodOf(badge).endsWith(`#${key}`))
  if (key === undefined) return { kind: areOfNow ? 'not ours' : 'keys missing' }
  try {
    if (!(await isSignedWith(badge, key))) return { kind: 'changed' }
  } catch {
    return { kind: 'browser too old' }
  }
  return describeGenuine(readSaid(badge))
}

/** Which key a PDF was signed with it does not say: one that no key fits was changed, or is of others. */
async function checkPdf(signature: PdfSignature): Promise<Finding> {
  const { keys, areOfNow } = await readDocumentKeys()
  const fits = await Promise.all(keys.map((key) => isPdfSignedWith(signature, key)))
  if (!fits.includes(true)) return { kind: areOfNow ? 'changed' : 'keys missing' }
  return describeGenuine(signature.facts as CertifiedFacts) // under our signature
}

async function describeGenuine(said: CertifiedFacts): Promise<Finding> {
  return { kind: 'genuine', said, standing: await askStanding(said.number) }
}

function methodOf({ proof }: Node): string {
  const { verificationMethod } = proof as { verificationMethod?: unknown } // by `readBadgeFile`
  return typeof verificationMethod === 'string' ? verificationMethod : ''
}

/** Of a badge whose signature holds, so all of it is as `issue-badge.ts` wrote it. */
function readSaid(badge: Node): CertifiedFacts {
  const { id, validFrom, credentialSubject } = badge as unknown as {
    id: string
    validFrom: string
    credentialSubject: {
      identifier: { identityType: string; identityHash: string }[]
      achievement: { name: string }
    }
  }
  const { identifier, achievement } = credentialSubject
  return {
    number: decodeURIComponent(id.split('/').at(-2) ?? ''),
    student: identifier.find(({ identityType }) => identityType === 'name')?.identityHash ?? '',
    course: achievement.name,
    issuedAt: validFrom,
  }
}

async function askStanding(number: string): Promise<Standing> {
  try {
    const { revoked, certificate_id } = await call('GET /certificates/:certificate_id', {
      params: { certificate_id: number },
    })
    if (revoked) return 'withdrawn'
    return certificate_id === number ? 'holds' : 'replaced'
  } catch (error) {
    return error instanceof ApiError && error.status === 404 ? 'withdrawn' : 'unknown'
  }
}
