import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../shared/i18n/translate.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { openInNewTab, pdfFromBase64, saveFile } from '../../../ui/save-file.ts'
import type { Look } from '../look.ts'
import { specimenQuery } from './look-queries.ts'

/** Hard on every design: long, in four scripts, one of them from right to left. */
const oddName = 'Venkatanarasimharajuvaripeta Subrahmanyam ക്ഷേമ श्रीवास्तव محمد عرفان ஸ்ரீதர்'

/** A certificate for any name, as it would be printed. */
export function CertificatePreview({ look }: { look: Look }) {
  const [typed, setTyped] = useState(oddName)
  const [name, setName] = useState(oddName)
  const { data, error } = useQuery(specimenQuery(look, name))
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setName(typed.trim() || oddName)
        }}
        className="mb-4 flex flex-wrap items-end gap-3"
      >
        <div className="grow">
          <TextField
            label={t('Name on the certificate')}
            dir="auto"
            value={typed}
            maxLength={120}
            onChange={({ target }) => setTyped(target.value)}
          />
        </div>
        <Button type="submit" variant="secondary">
          {t('Show')}
        </Button>
      </form>
      <Alert tone="danger">{error?.message}</Alert>
      {!data && !error && <Skeleton label={t('Loading the preview')} className="h-96" />}
      {data && (
        <>
          <img
            src={`data:image/svg+xml,${encodeURIComponent(data.picture)}`}
            alt={t('A certificate as it is printed')}
            width="842"
            height="595"
            className="h-auto w-full border border-line"
          />
          <div className="mt-4 flex flex-wrap gap-3">
            <Button variant="secondary" onClick={() => openInNewTab(pdfFromBase64(data.pdf_data))}>
              {t('Open the PDF')}
            </Button>
            <Button
              variant="quiet"
              onClick={() => saveFile(pdfFromBase64(data.pdf_data), 'certificate.pdf')}
            >
              {t('Download PDF')}
            </Button>
          </div>
        </>
      )}
    </>
  )
}
