import type { ReactNode } from 'react'
import { t } from '../../../shared/i18n/translate.ts'
import { BrandMark } from '../../../ui/figures/brand-mark.tsx'
import { QrCode } from '../../../ui/figures/qr-code.tsx'
import { useSite } from '../../../ui/site.ts'
import border from '../ornaments/border.svg?url'
import rosette from '../ornaments/rosette.svg?url'
import { sheetWords } from '../sheet-words.ts'
import type { Certificate, CertificatePreview } from './queries.ts'

/** An upright sheet has no room for the border's round: a rosette grows into each corner instead. */
const corners = ['left top', 'right top', 'left bottom', 'right bottom']
  .map((place) => {
    const outside = place.replaceAll(/\w+/g, '$& -5.25rem')
    return `url("${rosette}") ${outside} / 10.5rem no-repeat`
  })
  .join(', ')

/** One rosette, cut by the corner where lines end. */
const oneCornerSize = 'min(20rem, 42cqw)'
const beyond = `calc(${oneCornerSize} * -0.42)`
const oneCorner = `url("${rosette}") right ${beyond} top ${beyond} / ${oneCornerSize} no-repeat`

/** Inline where one sheet alone would want a style: all pages carry every class. */
const frames = {
  centred: { className: 'border-2 p-1.5', style: undefined },
  formal: { className: 'p-2', style: { borderWidth: '4px' } },
  side: { className: '', style: { borderInlineStartWidth: '1.25rem' } },
}

interface CertificateSheetProps {
  certificate: Pick<Certificate, 'user_name' | 'course_title' | 'completion_date' | 'sheet'> & {
    /** Null: not issued yet. */
    certificate_id: string | null
  }
  style: CertificatePreview['style']
  /** Null: there is no proof to lead to yet. */
  verifyUrl: string | null
}

/** The sheet as it is printed: paper in every theme, upright on phones. */
export function CertificateSheet({ certificate, style, verifyUrl }: CertificateSheetProps) {
  const { brand } = useSite()
  const { sheet } = certificate
  const words = sheet ?? sheetWords(certificate.completion_date)
  const { design = 'centred', border: borderKind = 'drawn', signatory } = style ?? {}
  const isCentred = design === 'centred'
  const isSide = design === 'side'
  const place = isSide ? 'justify-items-start text-start' : 'justify-items-center text-center'
  return (
    <article
      aria-labelledby="certificate"
      lang={sheet?.language}
      dir={sheet?.direction}
      style={frames[design].style}
      className={`@container ${frames[design].className} border-marigold bg-paper wrap-anywhere text-ink shadow-sheet printed-sheet`}
    >
      <div
        style={isSide ? { paddingInline: 'max(1.5rem, 7cqw) max(1.5rem, 18cqw)' } : undefined}
        className={`relative isolate grid min-h-136 content-center gap-6 border-marigold px-6 py-20 @2xl:aspect-[273/186] @2xl:min-h-0 @2xl:gap-[3cqw] @2xl:py-0 ${place} ${isSide ? '' : 'border @2xl:px-[18cqw]'}`}
      >
        {borderKind === 'drawn' && (
          <>
            {isCentred && (
              <div
                aria-hidden="true"
                style={{ ['--border' as string]: `url("${border}") center / cover` }}
                className="certificate-border absolute inset-0 -z-10 hidden [background:var(--border)] @2xl:block"
              />
            )}
            <div
              aria-hidden="true"
              style={{
                ['--border' as string]: isSide ? oneCorner : corners,
                transform: isSide && sheet?.direction === 'rtl' ? 'scaleX(-1)' : undefined,
              }}
              className={`certificate-border absolute inset-0 -z-10 [background:var(--border)] ${isCentred ? '@2xl:hidden' : ''}`}
            />
          </>
        )}
        <div className={`grid gap-2 ${place}`}>
          <BrandMark className="size-12 @2xl:size-[6cqw]" />
          <p className="font-display font-semibold">{brand.name}</p>
          <h2
            id="certificate"
            className={`${design === 'formal' ? 'font-serif' : ''} text-3xl font-medium @2xl:mt-1 @2xl:text-[clamp(1.75rem,4.2cqw,2.75rem)]`}
          >
            {words.heading}
          </h2>
        </div>
        <div className={`grid w-full gap-5 @2xl:gap-[2.4cqw] ${place}`}>
          <Fact name={words.student}>
            <span
              dir="auto"
              className={`font-serif leading-tight ${design === 'formal' ? 'text-rani' : ''} ${sizeOf(certificate.user_name)}`}
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
                className={`w-24 @2xl:w-[11cqw] ${isSide ? '' : 'mx-auto'}`}
              />
            )}
            <Fact name={words.certificate_id}>
              <span className="break-all">
                {certificate.certificate_id ?? t('Comes with the certificate')}
              </span>
            </Fact>
          </div>
          {signatory && (
            <div className={`grid gap-1 text-sm ${place}`}>
              {signatory.picture && (
                <img
                  src={signatory.picture}
                  alt={t('Signature of {name}', { name: signatory.name })}
                  width={192}
                  height={48}
                  className="h-12 max-w-48 object-contain"
                  style={{ width: 'auto' }}
                />
              )}
              <span
                dir="auto"
                className={`border-marigold font-serif ${signatory.picture ? 'border-t px-4 pt-1' : 'border-b px-4 pb-1 italic'}`}
              >
                {signatory.name}
              </span>
              <span dir="auto" className="text-xs text-ink-soft">
                {signatory.title}
              </span>
            </div>
          )}
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
