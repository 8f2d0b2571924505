import { type ReactNode, useEffect, useState } from 'react'
import { readPictureColour } from '../../../../shared/figures/own-picture.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { TextField } from '../../../../ui/controls/text-field.tsx'
import { Cover } from '../../../../ui/figures/cover.tsx'
import { PictureUpload } from './picture-upload.tsx'

interface CoverFieldProps {
  /** Null: there is no course yet, so nobody knows its drawn cover. */
  courseId: string | null
  /** The picture's address; nothing: the drawn cover. */
  value: string | null | undefined
  onChange: (value: string | null) => void
  /** What is wrong with the address. */
  error?: string | undefined
  id?: string | undefined
  /** In place of the field for an address. */
  link?: ReactNode
}

/** A course's cover: uploaded, linked, or drawn; with a preview. */
export function CoverField({ courseId, value, onChange, error, id, link }: CoverFieldProps) {
  const isUploaded = readPictureColour(value) !== undefined
  const shown = useSettled(value ?? '')
  const thumbnail = isUploaded ? value : shown
  return (
    <div className="grid gap-3">
      {link ?? (
        <TextField
          id={id}
          label={t('Cover link')}
          isOptional
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={2000}
          hint={t('A picture, 16 by 9, on the web. Without any a cover is drawn.')}
          value={value ?? ''}
          error={error}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      <PictureUpload
        shape="cover"
        label={t('Or upload a cover')}
        onUploaded={onChange}
        actions={
          isUploaded && (
            <Button variant="quiet" size="small" onClick={() => onChange(null)}>
              {t('Remove the picture')}
            </Button>
          )
        }
      >
        {(courseId !== null || isUploaded) && (
          <Cover
            key={thumbnail}
            course={{ id: courseId ?? '', title: t('this course'), thumbnail }}
            className="mb-3 w-full max-w-sm rounded-sm"
          />
        )}
      </PictureUpload>
    </div>
  )
}

const pauseInMs = 500
const addressPattern = /^(https?:\/)?\/[^/]/

/** The address once the typing pauses, as far as it is one. */
function useSettled(address: string): string {
  const [settled, setSettled] = useState(address)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(address), pauseInMs)
    return () => clearTimeout(timer)
  }, [address])
  return addressPattern.test(settled) ? settled : ''
}
