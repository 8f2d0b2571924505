import { ApiError } from '../../../http/api-client.ts'
import { call } from '../../../ui/call.ts'
import type { Node } from '../canonical-form.ts'
import type { verifyCertificate } from '../contract.ts'
import { isSignedWith } from '../data-integrity.ts'
import { readBadgeFile } from './read-badge-file.ts'
import { readKeys } from './read-keys.ts'

/** What a badge of ours says. */
interface Said {
  number: string
  student: string
  course: string
  /** ISO 8601. */
  issuedAt: string
}

/** What became of its certificate; unknown: the academy could not be asked. */
type Standing = 'holds' | 'withdrawn' | 'replaced' | 'unknown'

export type Finding =
  | { kind: 'genuine'; said: Said; standing: Standing }
  | { kind: 'no badge' | 'changed' | 'not ours' | 'keys missing' | 'browser too old' }

/** Checks the badge in a file by its signature, without a network by the keys of the last time. */
export async function checkBadge(file: Pick<Blob, 'arrayBuffer'>): Promise<Finding> {
  const badge = readBadgeFile(new Uint8Array(await file.arrayBuffer()))
  if (!badge) return { kind: 'no badge' }
  const { keys, areOfNow } = await readKeys()
  const key = keys.find((key) => methodOf(badge).endsWith(`#${key}`))
  if (key === undefined) return { kind: areOfNow ? 'not ours' : 'keys missing' }
  try {
    if (!(await isSignedWith(badge, key))) return { kind: 'changed' }
  } catch {
    return { kind: 'browser too old' }
  }
  const said = readSaid(badge)
  return { kind: 'genuine', said, standing: await askStanding(said.number) }
}

function methodOf({ proof }: Node): string {
  const { verificationMethod } = proof as { verificationMethod?: unknown } // by `readBadgeFile`
  return typeof verificationMethod === 'string' ? verificationMethod : ''
}

/** Of a badge whose signature holds, so all of it is as `issue-badge.ts` wrote it. */
function readSaid(badge: Node): Said {
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
    const { revoked, certificate_id } = await call<typeof verifyCertificate>(
      'GET /certificates/:certificate_id',
      { params: { certificate_id: number } },
    )
    if (revoked) return 'withdrawn'
    return certificate_id === number ? 'holds' : 'replaced'
  } catch (error) {
    return error instanceof ApiError && error.status === 404 ? 'withdrawn' : 'unknown'
  }
}
