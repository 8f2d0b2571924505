import { paths } from '../../../paths.ts'
import { languagePath } from '../../../shared/i18n/language.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { buttonStyle } from '../../../ui/controls/button-style.ts'
import { LinkButton } from '../../../ui/controls/link-button.tsx'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import { openInNewTab, pdfFromBase64, saveFile } from '../../../ui/save-file.ts'
import { useSite } from '../../../ui/site.ts'
import { CertificateSheet } from './certificate-sheet.tsx'
import type { Certificate } from './queries.ts'
import { defaultFileName, linkedInLink, whatsAppLink } from './share-links.ts'
import { Toran } from './toran.tsx'

interface IssuedCertificateProps {
  certificate: Certificate
  /** False while it is still that of another language. */
  isDrawn: boolean
  /** Its code. */
  language: string
  onLanguage: (language: string) => void
}

/** The certificate, and everything one may want to do with it. */
export function IssuedCertificate({
  certificate,
  isDrawn,
  language,
  onLanguage,
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
        <CertificateSheet certificate={certificate} verifyUrl={verifyUrl} />
        {languages.length > 1 && (
          <div className="mx-auto mt-8 max-w-xs print:hidden">
            <SelectField
              label={t('Language of the certificate')}
              value={language}
              onChange={(event) => onLanguage(event.target.value)}
              options={languages.map(({ code, name }) => ({ value: code, label: name }))}
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
        </p>
        <p className="mt-8 text-center print:hidden">
          <LinkButton to={paths.myCourses} variant="quiet">
            {t('Back to My Courses')}
          </LinkButton>
        </p>
      </div>
    </div>
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
