import { lazy, type ReactNode } from 'react'
import {
  isRouteErrorResponse,
  type LoaderFunctionArgs,
  type MetaFunction,
  useLoaderData,
  useParams,
} from 'react-router'
import type { ResponseOf } from '../../../http/endpoint.ts'
import { type PageHandle, siteContext } from '../../../http/page-context.ts'
import { paths } from '../../../paths.ts'
import { formatDate } from '../../../shared/format-date.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { Badge } from '../../../ui/controls/badge.tsx'
import { LinkButton } from '../../../ui/controls/link-button.tsx'
import { pageMeta } from '../../../ui/page-meta.ts'
import { useIsSessionKnown } from '../../../ui/session.ts'
import { useSite } from '../../../ui/site.ts'
import { DeferredSection } from '../../catalogue/web/deferred-section.tsx'
import type { verifyCertificate } from '../contract.ts'
import { readCertificateId } from '../read-certificate-id.ts'
import { Fact } from './fact.tsx'

/** Its script comes after the page's: most visitors come with a number in the address. */
const CheckFile = lazy(() => import('./check-file.tsx'))

export const handle: PageHandle = { spellId: readCertificateId }

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ask } = context.get(siteContext)
  const { certificate_id } = params
  if (certificate_id === undefined) return { certificate: null }
  return {
    certificate: await ask('GET /certificates/:certificate_id', {
      params: { certificate_id },
    }),
  }
}

export const meta: MetaFunction = (args) =>
  pageMeta(args, { title: t('Verify a certificate'), path: paths.home })

/** What anyone who was shown a certificate may ask: is it genuine? */
export default function VerifyScreen() {
  const { certificate } = useLoaderData<typeof loader>()
  return certificate ? (
    <Proof certificate={certificate} />
  ) : (
    <DeferredSection fallback={<div className="min-h-screen" />}>
      <CheckFile />
    </DeferredSection>
  )
}

function Proof({ certificate }: { certificate: ResponseOf<typeof verifyCertificate> }) {
  const { brand } = useSite()
  const { revoked } = certificate
  return (
    <Sheet
      badge={
        <Badge tone={revoked ? 'waiting' : 'good'}>{revoked ? t('Withdrawn') : t('Genuine')}</Badge>
      }
      heading={revoked ? t('This certificate was withdrawn') : t('This certificate is genuine')}
      sentence={
        revoked
          ? t('{brand} issued it and later took it back. It proves nothing any more.', {
              brand: brand.name,
            })
          : certificate.user_name === ''
            ? t(
                '{brand} issued it to somebody who completed the whole course, and who has had their name deleted since.',
                { brand: brand.name },
              )
            : t('{brand} issued it to the person named below, who completed the whole course.', {
                brand: brand.name,
              })
      }
    >
      {certificate.replaces !== undefined && (
        <p className="mt-3">
          {t('It was issued again in place of {number}, to put the name right.', {
            number: certificate.replaces,
          })}
        </p>
      )}
      <dl className="mt-8 border-t border-line">
        {certificate.user_name !== '' && <Fact name={t('Student')}>{certificate.user_name}</Fact>}
        <Fact name={t('Course')}>{certificate.course_title}</Fact>
        <Fact name={t('Completion Date')}>{formatDate(certificate.completion_date)}</Fact>
        <Fact name={t('Issued')}>{formatDate(certificate.issued_at)}</Fact>
        <Fact name={t('Certificate ID')}>{certificate.certificate_id}</Fact>
      </dl>
    </Sheet>
  )
}

/** The server renders it once for all numbers that nobody issued; only a browser adds which one it is. */
export function ErrorBoundary({ error }: { error: unknown }) {
  const { certificate_id: certificateId } = useParams()
  const { brand } = useSite()
  const isInBrowser = useIsSessionKnown()
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error
  return (
    <Sheet
      badge={<Badge tone="waiting">{t('Unknown')}</Badge>}
      heading={t('There is no such certificate')}
      sentence={t(
        '{brand} never issued a certificate with this number. Please compare it, letter by letter, with the one you were shown.',
        { brand: brand.name },
      )}
    >
      <dl className="mt-8 border-t border-line">
        <Fact name={t('Certificate ID')}>{isInBrowser ? certificateId : '…'}</Fact>
      </dl>
    </Sheet>
  )
}

interface SheetProps {
  badge: ReactNode
  heading: string
  sentence: string
  children: ReactNode
}

function Sheet({ badge, heading, sentence, children }: SheetProps) {
  return (
    <div className="page-width max-w-text py-12 sm:py-16">
      <div className="rounded-lg border border-line bg-sheet p-6 sm:p-10">
        {badge}
        <h1 className="mt-4 text-3xl">{heading}</h1>
        <p className="mt-3 text-ink-soft">{sentence}</p>
        {children}
      </div>
      <p className="mt-8 flex flex-wrap gap-3">
        <LinkButton to={paths.courses} variant="secondary">
          {t('See the courses')}
        </LinkButton>
        <LinkButton to={paths.verifyFile} variant="quiet">
          {t('Verify another one')}
        </LinkButton>
      </p>
    </div>
  )
}
