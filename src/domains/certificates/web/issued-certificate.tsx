import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { languagePath } from '../../../shared/i18n/language.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { buttonStyle } from '../../../ui/controls/button-style.ts'
import { LinkButton } from '../../../ui/controls/link-button.tsx'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import { rich } from '../../../ui/rich.tsx'
import { openInNewTab, pdfFromBase64, saveFile } from '../../../ui/save-file.ts'
import { useSite } from '../../../ui/site.ts'
import { explainRequestFailure } from '../../accounts/web/explain-failure.ts'
import { CertificateSheet } from './certificate-sheet.tsx'
import type { Certificate } from './queries.ts'
import {
  badgePaths,
  defaultFileName,
  linkedInLink,
  linkedInProfileLink,
  whatsAppLink,
} from './share-links.ts'
import { Toran } from './toran.tsx'

interface IssuedCertificateProps {
  certificate: Certificate
  /** False while it is still that of another language. */
  isDrawn: boolean
  /** Its code. */
  language: string
  onLanguage: (language: string) => void
  /** Of the last change of the language: the certificate stays in the one before. */
  failure: Error | null
}

/** The certificate, and everything one may want to do with it. */
export function IssuedCertificate({
  certificate,
  isDrawn,
  language,
  onLanguage,
  failure,
}: IssuedCertificateProps) {
  const { brand, publicUrl, languages } = useSite()
  const verifyUrl = publicUrl + paths.verify(certificate.certificate_id)
  const sharedUrl = publicUrl + languagePath(paths.verify(certificate.certificate_id))
  const readPdf = () => pdfFromBase64(certificate.pdf_data)
  const fileName = certificate.download_filename || defaultFileName(brand.name)
  return (
    <div className="pb-10">
      <div className="bg-leaf-wash print:hidden">
        <Toran />
        <div className="page-width pt-4 pb-10 text-center">
          <h1 className="text-4xl sm:text-5xl">{t('Congratulations!')}</h1>
          <p className="mt-3">{t('You made it to the end. This one is yours to show.')}</p>
        </div>
      </div>
      <div className="page-width max-w-5xl pt-8">
        <CertificateSheet
          certificate={certificate}
          style={certificate.sheet?.style}
          verifyUrl={verifyUrl}
        />
        {languages.length > 1 && (
          <div className="mx-auto mt-8 max-w-xs print:hidden">
            <SelectField
              label={t('Language of the certificate')}
              value={language}
              onChange={(event) => onLanguage(event.target.value)}
              options={languages.map(({ code, name }) => ({ value: code, label: name }))}
              error={failure ? explainRequestFailure(failure) : undefined}
            />
          </div>
        )}
        <div className="mt-8 grid gap-3 sm:flex sm:justify-center print:hidden">
          <Button isBusy={!isDrawn} onClick={() => openInNewTab(readPdf())}>
            {t('View Certificate')}
          </Button>
          <Button
            variant="secondary"
            isBusy={!isDrawn}
            onClick={() => saveFile(readPdf(), fileName)}
          >
            {t('Download PDF')}
          </Button>
        </div>
        <p className="mt-6 flex flex-wrap items-center justify-center gap-3 text-sm print:hidden">
          <span className="text-ink-soft max-sm:w-full max-sm:text-center">
            {t('Show it to others')}
          </span>
          <ShareLink href={linkedInLink(sharedUrl)}>{t('Share on LinkedIn')}</ShareLink>
          <ShareLink href={whatsAppLink(certificate.course_title, sharedUrl)}>
            {t('Share on WhatsApp')}
          </ShareLink>
          <ShareLink
            href={linkedInProfileLink({
              courseTitle: certificate.course_title,
              brandName: brand.name,
              completedAt: certificate.completion_date,
              verifyUrl,
              certificateId: certificate.certificate_id,
            })}
          >
            {t('Add to LinkedIn profile')}
          </ShareLink>
        </p>
        <BadgeDownloads certificateId={certificate.certificate_id} />
        <p className="mt-8 text-center print:hidden">
          <LinkButton to={paths.myCourses} variant="quiet">
            {t('Back to My Courses')}
          </LinkButton>
        </p>
      </div>
    </div>
  )
}

/** For wallets and profiles elsewhere, which check it by the academy's signature. */
function BadgeDownloads({ certificateId }: { certificateId: string }) {
  const { json, png } = badgePaths(certificateId)
  return (
    <section aria-labelledby="badge" className="mt-10 text-center print:hidden">
      <h2 id="badge" className="text-xl">
        {t('Your badge')}
      </h2>
      <p className="mx-auto mt-2 max-w-text text-sm text-ink-soft">
        {rich(
          'The same certificate as a signed Open Badge, for portfolios and badge wallets. Anyone can <check>check the file</check>.',
          { check: <Link to={paths.verifyFile} className="underline" /> },
        )}
      </p>
      <img
        src={png}
        alt={t('The badge, a round medal with the name of the course')}
        width={160}
        height={160}
        loading="lazy"
        className="mx-auto mt-4 size-40"
      />
      <p className="mt-4 flex flex-wrap justify-center gap-3">
        <a
          href={png}
          download={`${certificateId}.png`}
          className={buttonStyle('secondary', 'small')}
        >
          {t('Download picture')}
        </a>
        <a
          href={json}
          download={`${certificateId}.json`}
          className={buttonStyle('secondary', 'small')}
        >
          {t('Download badge file')}
        </a>
      </p>
    </section>
  )
}

function ShareLink({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonStyle('secondary', 'small')}
    >
      {children}
      <span className="sr-only">{t('(opens in a new tab)')}</span>
    </a>
  )
}
