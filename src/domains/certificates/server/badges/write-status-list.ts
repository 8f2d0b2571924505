import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { and, between, eq, exists, isNull, ne, not, sql } from 'drizzle-orm'
import { pathOf } from '../../../../http/endpoint.ts'
import type { Node } from '../../canonical-form.ts'
import { getStatusList } from '../../contract.ts'
import { contexts } from '../../data-integrity.ts'
import { badges, certificates, replacedCertificates } from '../tables.ts'
import { type SigningDependencies, signCredential } from './sign-credential.ts'
import { didOf } from './write-did-document.ts'

/** The least that the specification allows: among so many nobody sees whose badge is asked about. */
export const listSizeInBits = 131_072

const pack = promisify(gzip)

/** One of the lists, signed: a bit is set while the certificate of its badge does not hold. */
export async function writeStatusList(deps: SigningDependencies, list: number): Promise<Node> {
  const { db, publicUrl } = deps
  const first = list * listSizeInBits
  // A certificate that was issued again took its number along; one that stands under another holds as that does.
  const ofItself = db
    .select()
    .from(certificates)
    .where(
      and(
        eq(certificates.id, badges.certificateId),
        isNull(certificates.revokedAt),
        ne(certificates.printedName, ''),
      ),
    )
  const underAnother = db
    .select()
    .from(replacedCertificates)
    .innerJoin(certificates, eq(certificates.id, replacedCertificates.replacedBy))
    .where(
      and(
        eq(replacedCertificates.id, badges.certificateId),
        // A number that is shown with another's words was issued again: that one's badge holds.
        eq(sql`${replacedCertificates.printed} ->> 'id'`, replacedCertificates.id),
        isNull(certificates.revokedAt),
        ne(sql`${replacedCertificates.printed} ->> 'printedName'`, ''),
      ),
    )
  const withdrawn = await db
    .select({ statusIndex: badges.statusIndex })
    .from(badges)
    .where(
      and(
        between(badges.statusIndex, first, first + listSizeInBits - 1),
        not(exists(ofItself)),
        not(exists(underAnother)),
      ),
    )
  const bits = new Uint8Array(listSizeInBits / 8)
  for (const { statusIndex } of withdrawn) {
    const at = statusIndex - first
    bits[at >> 3] = (bits[at >> 3] ?? 0) | (0x80 >> (at & 7))
  }
  const id = publicUrl() + pathOf(getStatusList.route).replace(':list', `${list}`)
  return signCredential(deps, {
    '@context': contexts.credential,
    id,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: didOf(publicUrl()),
    validFrom: `${new Date().toISOString().slice(0, 19)}Z`,
    credentialSubject: {
      id: `${id}#list`,
      type: 'BitstringStatusList',
      statusPurpose: 'revocation',
      encodedList: `u${(await pack(bits)).toString('base64url')}`,
    },
  })
}
