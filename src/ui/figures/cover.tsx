import { drawMandala } from './draw-mandala.ts'
import { Mandala } from './mandala.tsx'

interface CoverProps {
  title: string
  /** The picture's address; without one a mandala is drawn that is the title's own. */
  thumbnail?: string | null | undefined
  /** True for a picture seen at once: it is loaded first instead of late. */
  isFirstSeen?: boolean
  className?: string
}

/** A course's picture, always 16 to 9, so that nothing moves when it arrives. */
export function Cover({ title, thumbnail, isFirstSeen = false, className = '' }: CoverProps) {
  const frame = `block aspect-video w-full overflow-hidden bg-wash ${className}`
  if (!thumbnail) {
    return (
      <span className={`${frame} relative`}>
        <Mandala
          layers={drawMandala(title)}
          className="absolute top-1/2 left-1/2 w-[78%] -translate-x-1/2 -translate-y-1/2"
        />
      </span>
    )
  }
  return (
    <img
      src={thumbnail}
      alt={`Cover of ${title}`}
      width={640}
      height={360}
      loading={isFirstSeen ? 'eager' : 'lazy'}
      fetchPriority={isFirstSeen ? 'high' : 'auto'}
      decoding="async"
      className={`${frame} object-cover`}
    />
  )
}
