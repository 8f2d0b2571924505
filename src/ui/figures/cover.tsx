import { paths } from '../../paths.ts'
import { chooseCover } from './choose-cover.ts'

interface CoverProps {
  course: {
    id: string
    title: string
    /** The picture's address; without one, or while it does not load, the drawn cover is seen. */
    thumbnail?: string | null | undefined
  }
  /** True for a picture seen at once: it is loaded first instead of late. */
  isFirstSeen?: boolean
  className?: string
}

/**
 * A course's picture, always 16 to 9, so that nothing moves when it arrives. The drawn cover lies
 * behind it: it shows itself after a while, or at once when the picture turns out to be broken
 * (`broken-covers.ts`).
 */
export function Cover({ course, isFirstSeen = false, className = '' }: CoverProps) {
  const { id, title, thumbnail } = course
  const { palette, figure, viewBox } = chooseCover(id)
  return (
    <span
      data-palette={palette}
      className={`relative block aspect-video overflow-hidden bg-(--cover-ground) ${className || 'w-full'}`}
    >
      <svg
        viewBox={viewBox}
        preserveAspectRatio="xMidYMid slice"
        aria-hidden="true"
        className="size-full"
      >
        <use href={`${paths.coverFigures}#f${figure}`} />
      </svg>
      {thumbnail && (
        <img
          src={thumbnail}
          alt={`Cover of ${title}`}
          width={640}
          height={360}
          loading={isFirstSeen ? 'eager' : 'lazy'}
          fetchPriority={isFirstSeen ? 'high' : 'auto'}
          decoding="async"
          data-cover=""
          // How the loading went may stand here before the scripts come.
          suppressHydrationWarning
          className="absolute inset-0 size-full object-cover text-transparent"
        />
      )}
    </span>
  )
}
