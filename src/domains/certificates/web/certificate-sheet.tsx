import type { ReactNode } from 'react'
import { t } from '../../../shared/i18n/translate.ts'
import { BrandMark } from '../../../ui/figures/brand-mark.tsx'
import { QrCode } from '../../../ui/figures/qr-code.tsx'
import { useSite } from '../../../ui/site.ts'
import { certificateBorder } from '../certificate-ornaments.ts'
import { sheetWords } from '../sheet-words.ts'
import { cornerRosette } from './corner-rosette.ts'
import type { Certificate } from './queries.ts'

const border = pictureOf(certificateBorder)

/** An upright sheet has no room for the border's round: a rosette grows into each corner instead. */
const corners = ['left top', 'right top', 'left bottom', 'right bottom']
  .map((place) => {
    const outside = place.replaceAll(/\w+/g, '$& -5.25rem')
    return `${pictureOf(cornerRosette)} ${outside} / 10.5rem no-repeat`
  })
  .join(', ')

function pictureOf(svg: string): string {
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`
}

interface CertificateSheetProps {
  certificate: Pick<Certificate, 'user_name' | 'course_title' | 'completion_date' | 'sheet'> & {
    /** Null: not issued yet. */
    certificate_id: string | null
  }
  /** Null: there is no proof to lead to yet. */
  verifyUrl: string | null
}

/** The sheet as it is printed: paper in every theme, upright on phones. */
export function CertificateSheet({ certificate, verifyUrl }: CertificateSheetProps) {
  const { brand } = useSite()
  const { sheet } = certificate
  const words = sheet ?? sheetWords(certificate.completion_date)
  return (
    <article
      aria-labelledby="certificate"
      lang={sheet?.language}
      dir={sheet?.direction}
      className="@container border-2 border-marigold bg-paper p-1.5 wrap-anywhere text-ink shadow-sheet printed-sheet"
    >
      <div className="relative isolate grid min-h-136 content-center justify-items-center gap-6 border border-marigold px-6 py-20 text-center @2xl:aspect-[273/186] @2xl:min-h-0 @2xl:gap-[3cqw] @2xl:px-[18cqw] @2xl:py-0">
        <div
          aria-hidden="true"
          style={{ ['--border' as string]: `${border} center / cover` }}
          className="certificate-border absolute inset-0 -z-10 hidden [background:var(--border)] @2xl:block"
        />
        <div
          aria-hidden="true"
          style={{ ['--border' as string]: corners }}
          className="certificate-border absolute inset-0 -z-10 [background:var(--border)] @2xl:hidden"
        />
        <div className="grid justify-items-center gap-2">
          <BrandMark className="size-12 @2xl:size-[6cqw]" />
          <p className="font-display font-semibold">{brand.name}</p>
          <h2
            id="certificate"
            className="text-3xl font-medium @2xl:mt-1 @2xl:text-[clamp(1.75rem,4.2cqw,2.75rem)]"
          >
            {words.heading}
          </h2>
        </div>
        <div className="grid w-full justify-items-center gap-5 @2xl:gap-[2.4cqw]">
          <Fact name={words.student}>
            <span
              dir="auto"
              className={`font-serif leading-tight ${sizeOf(certificate.user_name)}`}
            >
              {certificate.user_name}
            </span>
          </Fact>
          <Divider />
          <Fact name={words.course}>
            <span
              dir="auto"
              className="font-display text-xl leading-tight font-medium @2xl:text-[clamp(1.25rem,2.8cqw,1.9rem)]"
            >
              {certificate.course_title}
            </span>
          </Fact>
          <div className="mt-1 grid w-full items-center gap-5 @2xl:grid-cols-[1fr_auto_1fr]">
            <Fact name={words.completion_date}>{words.completed_on}</Fact>
            {verifyUrl === null ? (
              <div className="mx-auto grid aspect-square w-24 place-content-center border border-dashed border-edge text-xs text-ink-soft @2xl:w-[11cqw]">
                {t('QR code')}
              </div>
            ) : (
              <QrCode
                text={verifyUrl}
                label={t('QR code that opens the public proof of this certificate')}
                className="mx-auto w-24 @2xl:w-[11cqw]"
              />
            )}
            <Fact name={words.certificate_id}>
              <span className="break-all">
                {certificate.certificate_id ?? t('Comes with the certificate')}
              </span>
            </Fact>
          </div>
        </div>
      </div>
    </article>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <dl>
      <dt className="text-xs text-ink-soft [&:lang(en)]:tracking-widest">{name}</dt>
      <dd className="mt-1 text-balance wrap-anywhere">{children}</dd>
    </dl>
  )
}

function Divider() {
  return (
    <div aria-hidden="true" className="flex w-full max-w-56 items-center gap-2">
      <span className="h-px grow bg-marigold" />
      <span className="size-1.5 rotate-45 bg-rani" />
      <span className="h-px grow bg-marigold" />
    </div>
  )
}

/** Long names are set smaller, so that the sheet keeps its shape. */
function sizeOf(name: string): string {
  if (name.length > 48) return 'text-xl @2xl:text-[2.4cqw]'
  if (name.length > 26) return 'text-2xl @2xl:text-[3.4cqw]'
  return 'text-4xl @2xl:text-[5cqw]'
}
