import { isDeepStrictEqual } from 'node:util'
import type { ResponseOf } from '../../../http/endpoint.ts'
import type { Database } from '../../../platform/database/database.ts'
import { deliveredCertificate } from '../../look/look.ts'
import { logoPath } from '../../look/look-addresses.ts'
import { readLook } from '../../look/server/keep-looks.ts'
import type * as contract from '../contract.ts'

/** How certificates of that time look on a screen; undefined: as those that come with the academy. */
export async function findStyle(
  db: Database,
  issuedAt: Date,
): Promise<ResponseOf<typeof contract.previewCertificate>['style']> {
  const { certificate } = await readLook(db, issuedAt)
  if (isDeepStrictEqual(certificate, deliveredCertificate)) return undefined
  const { design, border, signatory, signatory_title, signature } = certificate
  const signed = {
    name: signatory,
    title: signatory_title,
    picture: signature && logoPath(signature, 'signature'),
  }
  return { design, border, signatory: signatory === '' ? null : signed }
}
