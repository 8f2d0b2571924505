import { paths } from '../../paths.ts'
import { coverWidths, pictureFormats, readPictureColour } from '../../shared/figures/own-picture.ts'
import { t } from '../../shared/i18n/translate.ts'
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
  /** How wide it is shown, as `<img sizes>` takes it. */
  sizes?: string
  className?: string
}

/**
 * A course's picture, always 16 to 9, so that nothing moves when it arrives. The drawn cover lies
 * behind it: it shows itself after a while, or at once when the picture turns out to be broken
 * (`broken-covers.ts`). An uploaded picture is fetched in the size that is needed, and its colour is
 * seen meanwhile.
 */
export function Cover({
  course,
  isFirstSeen = false,
  sizes = '24rem',
  className = '',
}: CoverProps) {
  const { id, title, thumbnail } = course
  const colour = readPictureColour(thumbnail)
  const { palette, figure, viewBox } = chooseCover(id)
  return (
    <span
      data-palette={palette}
      className={`relative block aspect-video overflow-hidden bg-(--cover-ground) ${className || 'w-full'}`}
      style={{ background: colour }}
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
        <picture>
          {colour &&
            pictureFormats.map((format) => (
              <source
                key={format}
                type={`image/${format}`}
                srcSet={coverWidths
                  .map((width) => `${thumbnail}/${width}.${format} ${width}w`)
                  .join()}
                sizes={sizes}
              />
            ))}
          <img
            src={thumbnail}
            alt={t('Cover of {title}', { title })}
            width={640}
            height={360}
            loading={isFirstSeen ? 'eager' : 'lazy'}
            fetchPriority={isFirstSeen ? 'high' : undefined}
            decoding="async"
            data-cover=""
            // How the loading went may stand here before the scripts come.
            suppressHydrationWarning
            className="absolute inset-0 size-full object-cover text-transparent"
          />
        </picture>
      )}
    </span>
  )
}
