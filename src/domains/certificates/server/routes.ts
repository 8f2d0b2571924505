import { ProblemError } from '../../../http/problem.ts'
import type { Serve } from '../../../http/server/serve.ts'
import type { Languages } from '../../../platform/languages/open-languages.ts'
import * as certificates from '../contract.ts'
import { type BadgesDependencies, badgesRoutes, prepareForTools } from './badges/routes.ts'
import { heldCertificateQuery, issueCertificate } from './issue-certificate.ts'
import { previewCertificate } from './preview-certificate.ts'
import { describeCertificate, prepareCertificate } from './print-certificate.ts'
import { listDocumentCertificates } from './signed-pdf/document-keys.ts'
import { verifyCertificate } from './verify-certificate.ts'

export interface CertificatesDependencies extends BadgesDependencies {
  languages: Languages
}

export function certificatesRoutes(serve: Serve, deps: CertificatesDependencies): void {
  serve(
    certificates.getCertificate,
    async ({ params, query, caller, found }) => {
      if (!found && caller.isView) throw new ProblemError('read_only') // it would be issued
      return prepareCertificate(
        deps,
        found ?? (await issueCertificate(deps, caller, params.course_id)),
        query.language,
      )
    },
    { query: heldCertificateQuery, keptForInMs: 60_000 },
  )

  serve(certificates.previewCertificate, async ({ params, caller }) =>
    previewCertificate(deps.db, caller, params.course_id),
  )

  serve(certificates.verifyCertificate, async ({ params }) =>
    describeCertificate(
      await verifyCertificate(deps, params.certificate_id),
      params.certificate_id,
    ),
  )

  serve(certificates.listDocumentKeys, () =>
    deps.cache.find('document keys', async () => {
      const keys = (await listDocumentCertificates(deps.db)).map(({ certificate, publicKey }) => ({
        public_key: publicKey,
        certificate,
      }))
      return prepareForTools({ keys }, 'document-keys')
    }),
  )

  badgesRoutes(serve, deps)
}
