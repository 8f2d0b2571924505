import { hash, randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { pathOf } from '../../../../http/endpoint.ts'
import { ProblemError } from '../../../../http/problem.ts'
import { paths } from '../../../../paths.ts'
import { runInLanguage } from '../../../../platform/languages/run-in-language.ts'
import type { Brand } from '../../../../platform/settings.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { users } from '../../../accounts/server/tables.ts'
import type { Node } from '../../canonical-form.ts'
import { getBadge, getBadgePicture, getStatusList } from '../../contract.ts'
import { contexts } from '../../data-integrity.ts'
import { badges, type Certificate } from '../tables.ts'
import { type SigningDependencies, signCredential } from './sign-credential.ts'
import { didOf } from './write-did-document.ts'
import { listSizeInBits } from './write-status-list.ts'

export interface BadgeDependencies extends SigningDependencies {
  brand: Brand
}

/**
 * The badge of a certificate as JSON, signed when it is first asked for and the same ever after, whatever
 * academy, course or person are called later. Refused with `certificate_withdrawn`.
 */
export async function issueBadge(
  deps: BadgeDependencies,
  certificate: Certificate,
): Promise<string> {
  // Whose name went has no badge: it would say whose it is.
  if (certificate.revokedAt || certificate.printedName === '')
    throw new ProblemError('certificate_withdrawn')
  const { db } = deps
  const isMeant = eq(badges.certificateId, certificate.id)
  const [kept] = await db.select().from(badges).where(isMeant)
  if (kept?.credential) return kept.credential
  await db.insert(badges).values({ certificateId: certificate.id }).onConflictDoNothing()
  const [place] = await db.select().from(badges).where(isMeant)
  if (!place) throw new Error('A badge was gone')
  const [learner] = await db
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, certificate.learnerId))
  const { statusIndex } = place
  const said = runInLanguage(undefined, () =>
    describe(deps, certificate, { statusIndex, email: learner?.email ?? null }),
  )
  const signed = JSON.stringify(await signCredential(deps, said))
  // Of several that sign at the same moment the first one counts.
  const [issued] = await db
    .update(badges)
    .set({ credential: sql`coalesce(${badges.credential}, ${signed})` })
    .where(isMeant)
    .returning()
  return issued?.credential ?? signed
}

function describe(
  { brand, publicUrl }: BadgeDependencies,
  { id, courseId, courseTitle, printedName, issuedAt }: Certificate,
  { statusIndex, email }: { statusIndex: number; email: string | null },
): Node {
  const at = (path: string) => publicUrl() + path
  const ofCertificate = { ':certificate_id': id }
  const list = at(fill(pathOf(getStatusList.route), { ':list': `${listOf(statusIndex)}` }))
  return {
    '@context': contexts.badge,
    id: at(fill(pathOf(getBadge.route), ofCertificate)),
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: t('Certificate of Completion'),
    issuer: { id: didOf(publicUrl()), type: ['Profile'], name: brand.name, url: publicUrl() },
    validFrom: `${issuedAt.toISOString().slice(0, 19)}Z`,
    credentialSubject: {
      type: ['AchievementSubject'],
      identifier: [
        // First: there are tools that look at no other.
        ...(email === null ? [] : [hashedEmail(email)]),
        { type: 'IdentityObject', hashed: false, identityHash: printedName, identityType: 'name' },
      ],
      achievement: {
        id: at(paths.course(courseId)),
        type: ['Achievement'],
        achievementType: 'Course',
        name: courseTitle,
        description: t('The course “{course}” by {brand}.', {
          course: courseTitle,
          brand: brand.name,
        }),
        criteria: { narrative: t('All lessons of the course were completed.') },
        image: {
          id: at(fill(pathOf(getBadgePicture.route), ofCertificate)),
          type: 'Image',
          caption: courseTitle,
        },
      },
    },
    credentialStatus: {
      id: `${list}#${statusIndex % listSizeInBits}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: `${statusIndex % listSizeInBits}`,
      statusListCredential: list,
    },
  }
}

/** Who knows the address can tell that it is theirs; nobody can read it. */
function hashedEmail(email: string): Node {
  const salt = randomBytes(16).toString('hex')
  return {
    type: 'IdentityObject',
    hashed: true,
    identityHash: `sha256$${hash('sha256', email + salt)}`,
    identityType: 'emailAddress',
    salt,
  }
}

function listOf(statusIndex: number): number {
  return Math.floor(statusIndex / listSizeInBits)
}

function fill(path: string, params: Record<string, string>): string {
  return Object.entries(params).reduce(
    (filled, [name, value]) => filled.replace(name, encodeURIComponent(value)),
    path,
  )
}
