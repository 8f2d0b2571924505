import { useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import Cropper from 'react-easy-crop'
import cropperStyles from 'react-easy-crop/react-easy-crop.css?inline'
import { t } from '../../../../shared/i18n/translate.ts'
import { Alert } from '../../../../ui/controls/alert.tsx'
import { Button } from '../../../../ui/controls/button.tsx'
import { Dialog } from '../../../../ui/controls/dialog.tsx'
import { ProgressBar } from '../../../../ui/controls/progress-bar.tsx'
import { cutPicture, type OpenedPicture } from './open-picture.ts'
import { sendPicture } from './send-picture.ts'
import { type PictureShape, shapes } from './shapes.ts'

// As a sheet of the page: an element with styles of its own would not be taken.
const sheet = new CSSStyleSheet()
sheet.replaceSync(cropperStyles)
document.adoptedStyleSheets.push(sheet)

interface CropDialogProps {
  picture: OpenedPicture
  shape: PictureShape
  onUploaded: (url: string) => void
  onClose: () => void
}

/** Lets the part of a picture be chosen that is shown, by pointer, touch or keys, and uploads it. */
export function CropDialog({ picture, shape, onUploaded, onClose }: CropDialogProps) {
  const { aspect, width: smallestWidth } = shapes[shape]
  const { width, height } = picture.canvas
  const maxZoom = Math.max(1, Math.min(width, height * aspect) / smallestWidth)
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const part = useRef({ x: 0, y: 0, width, height })
  const upload = useUpload(onUploaded)
  const zoomId = useId()

  // Beside the form it was opened from: Enter is not to send that.
  return createPortal(
    <Dialog
      isOpen
      isWide
      onClose={onClose}
      title={t('Choose what is shown')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button
            isBusy={upload.progress !== null}
            onClick={() => upload.start(async () => cutPicture(picture, part.current), shape)}
          >
            {t('Use this picture')}
          </Button>
        </>
      }
    >
      <div
        className={`relative mx-auto w-full overflow-hidden rounded-sm ${shape === 'cover' ? 'aspect-video' : 'aspect-square max-w-sm'}`}
      >
        <Cropper
          disableAutomaticStylesInjection
          image={picture.dataUrl}
          crop={crop}
          zoom={zoom}
          minZoom={1}
          maxZoom={maxZoom}
          aspect={aspect}
          objectFit="cover"
          keyboardStep={8}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropAreaChange={(_, pixels) => {
            part.current = scaleTo(picture, pixels)
          }}
          mediaProps={{ alt: t('The whole picture') }}
          cropperProps={{
            role: 'application',
            'aria-label': t('The part that is shown. The arrow keys move the picture.'),
          }}
        />
      </div>
      <div className="mt-4 flex items-center gap-3">
        <label htmlFor={zoomId} className="font-medium">
          {t('Zoom')}
        </label>
        <input
          id={zoomId}
          type="range"
          min={1}
          max={maxZoom}
          step={0.01}
          value={zoom}
          disabled={maxZoom === 1}
          onChange={(event) => setZoom(Number(event.target.value))}
          className="h-11 min-w-0 grow accent-marigold"
        />
      </div>
      <p className="text-sm text-ink-soft">
        {t(
          'Drag the picture, or move it with the arrow keys. Zoom with two fingers, the wheel or the slider.',
        )}
      </p>
      <div className="mt-3 grid gap-3">
        {upload.progress !== null && (
          <ProgressBar label={t('Upload')} percent={upload.progress * 100} />
        )}
        <Alert tone="danger">{upload.failure}</Alert>
      </div>
    </Dialog>,
    document.body,
  )
}

/** The cropper counts in pixels of what it shows, which is the picture itself. */
function scaleTo({ canvas }: OpenedPicture, part: typeof noPart): typeof noPart {
  const width = Math.min(part.width, canvas.width)
  const height = Math.min(part.height, canvas.height)
  return {
    width,
    height,
    x: Math.max(0, Math.min(part.x, canvas.width - width)),
    y: Math.max(0, Math.min(part.y, canvas.height - height)),
  }
}

const noPart = { x: 0, y: 0, width: 0, height: 0 }

function useUpload(onUploaded: (url: string) => void) {
  /** Null: nothing is under way. */
  const [progress, setProgress] = useState<number | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const stop = useRef(new AbortController())
  useEffect(() => () => stop.current.abort(), [])

  const send = async (cut: () => Promise<Blob>, shape: PictureShape) => {
    stop.current = new AbortController()
    const { signal } = stop.current
    setFailure(null)
    setProgress(0)
    try {
      const url = await sendPicture(await cut(), { shape, onProgress: setProgress, signal })
      if (!signal.aborted) onUploaded(url)
    } catch (error) {
      setProgress(null)
      setFailure(error instanceof Error ? error.message : String(error))
    }
  }
  return {
    progress,
    failure,
    start: (cut: () => Promise<Blob>, shape: PictureShape) => void send(cut, shape),
  }
}
