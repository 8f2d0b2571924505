import { type ComponentType, type ReactNode, useRef, useState } from 'react'
import { t } from '../../../../shared/i18n/translate.ts'
import { Alert } from '../../../../ui/controls/alert.tsx'
import { Button } from '../../../../ui/controls/button.tsx'
import type { CropDialog } from './crop-dialog.tsx'
import { type OpenedPicture, openPicture } from './open-picture.ts'
import { type PictureShape, shapes } from './shapes.ts'

interface PictureUploadProps {
  shape: PictureShape
  /** Gets the address of what was uploaded. */
  onUploaded: (url: string) => void
  /** What the picture is for, as the group is called: 'Cover', 'Picture of Asha Rao'. */
  label: string
  /** More buttons, beside the one that chooses. */
  actions?: ReactNode
  children?: ReactNode
}

interface Cropping {
  picture: OpenedPicture
  /** Loaded with the first picture that is chosen. */
  Crop: ComponentType<React.ComponentProps<typeof CropDialog>>
}

/** A picture can be chosen, dropped or pasted here; then its part is chosen, and it is uploaded. */
export function PictureUpload(props: PictureUploadProps) {
  const { shape, onUploaded, label, actions, children } = props
  const input = useRef<HTMLInputElement>(null)
  const [cropping, setCropping] = useState<Cropping | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isAimed, setIsAimed] = useState(false)

  const open = async (file: File | undefined) => {
    if (!file) return
    setFailure(null)
    try {
      const picture = await openPicture(file, shapes[shape])
      const { CropDialog: Crop } = await import('./crop-dialog.tsx').catch(() => {
        throw new Error(t('This part of the page did not load. Please try again.'))
      })
      setCropping({ picture, Crop })
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    }
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the button does the same
    <fieldset
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setIsAimed(true)
      }}
      onDragLeave={() => setIsAimed(false)}
      onDrop={(event) => {
        setIsAimed(false)
        if (event.dataTransfer.files.length === 0) return
        event.preventDefault()
        void open(event.dataTransfer.files[0])
      }}
      onPaste={(event) => {
        // Text pasted into a field stays what it is.
        if (event.clipboardData.files.length === 0) return
        event.preventDefault()
        void open(event.clipboardData.files[0])
      }}
      className={`rounded-sm border border-dashed p-3 ${isAimed ? 'border-marigold bg-wash' : 'border-edge'}`}
    >
      <legend className="px-1 text-sm font-medium">{label}</legend>
      {children}
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label={t('{label}: file', { label })}
        hidden
        onChange={(event) => {
          void open(event.target.files?.[0])
          event.target.value = '' // the same file may be chosen again
        }}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="secondary" size="small" onClick={() => input.current?.click()}>
          {t('Choose a picture')}
        </Button>
        {actions}
        <p className="text-sm text-ink-soft">{t('or drop or paste one here')}</p>
      </div>
      <Alert className="mt-3" tone="danger">
        {failure}
      </Alert>
      {cropping !== null && (
        <cropping.Crop
          picture={cropping.picture}
          shape={shape}
          onClose={() => setCropping(null)}
          onUploaded={(url) => {
            setCropping(null)
            onUploaded(url)
          }}
        />
      )}
    </fieldset>
  )
}
