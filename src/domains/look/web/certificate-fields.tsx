import { msg, t } from '../../../shared/i18n/translate.ts'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { type CertificateLook, describeLogo } from '../look.ts'
import { logoPath } from '../look-addresses.ts'
import { sendSignature } from './look-queries.ts'
import { PictureField } from './picture-field.tsx'

const designs = [
  { value: 'centred', label: msg('In the middle, in a round of petals') },
  { value: 'formal', label: msg('A diploma, the name in your second colour') },
  { value: 'side', label: msg('To one side, beside a band of colour') },
] satisfies { value: CertificateLook['design']; label: string }[]

const borders = [
  { value: 'drawn', label: msg('Drawn') },
  { value: 'plain', label: msg('Plain') },
] satisfies { value: CertificateLook['border']; label: string }[]

interface CertificateFieldsProps {
  certificate: CertificateLook
  /** At a field of the certificate. */
  errorAt: (field: string) => string | undefined
  onChange: (certificate: CertificateLook) => void
}

export function CertificateFields({ certificate, errorAt, onChange }: CertificateFieldsProps) {
  const { signature } = certificate
  const change = (part: Partial<CertificateLook>) => onChange({ ...certificate, ...part })
  return (
    <fieldset className="grid gap-5 border-t border-line pt-5">
      <legend className="sr-only">{t('Certificate')}</legend>
      <SelectField
        label={t('Design of certificates')}
        hint={t('Certificates that were issued before stay as they are.')}
        options={designs.map(({ value, label }) => ({ value, label: t(label) }))}
        value={certificate.design}
        onChange={({ target }) =>
          change({
            design: designs.find(({ value }) => value === target.value)?.value ?? 'centred',
          })
        }
      />
      <SelectField
        label={t('Border of certificates')}
        options={borders.map(({ value, label }) => ({ value, label: t(label) }))}
        value={certificate.border}
        onChange={({ target }) => change({ border: target.value === 'plain' ? 'plain' : 'drawn' })}
      />
      <TextField
        label={t('Who signs certificates')}
        hint={t('Their name. Left empty, certificates carry no signature.')}
        value={certificate.signatory}
        maxLength={80}
        error={errorAt('signatory')}
        onChange={({ target }) => change({ signatory: target.value })}
      />
      <TextField
        label={t('Their title')}
        hint={t('For example: Course director')}
        value={certificate.signatory_title}
        maxLength={120}
        error={errorAt('signatory_title')}
        onChange={({ target }) => change({ signatory_title: target.value })}
      />
      <PictureField
        label={t('Signature')}
        hint={t(
          'A photograph or a scan of it on white paper, up to 2 MB: only the ink is printed. Without one the name is set in italics.',
        )}
        choose={t('Choose a picture')}
        send={sendSignature}
        picture={
          signature === null
            ? null
            : {
                src: logoPath(signature, 'signature'),
                alt: t('The signature as it is printed'),
                width: Math.min(160, Math.round(48 * describeLogo(signature).aspect)),
                height: 48,
              }
        }
        error={errorAt('signature')}
        onChange={(signature) => change({ signature })}
      />
    </fieldset>
  )
}
