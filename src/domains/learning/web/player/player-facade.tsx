import { useEffect, useRef } from 'react'
import { t } from '../../../../shared/i18n/translate.ts'

/** What stands in the player's place until somebody asks for the video. */
export function PlayerFacade({
  title,
  posterUrl,
  heightStyle,
  hasFocus,
  onIntent,
  onPlay,
}: {
  title: string
  posterUrl: string | null
  /** As the opened player has it. */
  heightStyle: string
  hasFocus: boolean
  /** A finger or the button of a mouse has gone down, a tenth of a second before it is a press. */
  onIntent: () => void
  onPlay: () => void
}) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (hasFocus) button.current?.focus({ preventScroll: true })
  }, [hasFocus])

  return (
    <button
      ref={button}
      type="button"
      aria-label={t('Play video: {lesson}', { lesson: title })}
      onPointerDown={onIntent}
      onClick={onPlay}
      className={`group relative block aspect-video w-full cursor-pointer overflow-hidden rounded-lg border border-line ${heightStyle}`}
    >
      {posterUrl === null ? (
        <OwnCover />
      ) : (
        <img src={posterUrl} alt="" width={640} height={360} className="size-full object-cover" />
      )}
      {/* What a film's picture says stands in its middle. */}
      <span
        className={`absolute inset-0 grid justify-items-center ${posterUrl === null ? 'items-center' : 'items-end pb-3 sm:pb-6'}`}
      >
        <span className="flex min-h-11 items-center gap-2 rounded-full bg-marigold pe-5 ps-4 sm:min-h-14 sm:gap-3 sm:pe-7 sm:ps-6 sm:text-lg font-semibold text-on-marigold shadow-lg transition-transform group-hover:scale-105 motion-reduce:transition-none">
          <svg viewBox="0 0 24 24" width="24" height="24" fill="currentColor" aria-hidden="true">
            <path d="M7 4.5v15a1 1 0 0 0 1.5.86l12-7.5a1 1 0 0 0 0-1.72l-12-7.5A1 1 0 0 0 7 4.5z" />
          </svg>
          {t('Play')}
        </span>
      </span>
    </button>
  )
}

const PETALS_PER_RING = [8, 16, 24]

/** Rings of petals on a warm gradient, for videos without a picture. */
export function OwnCover() {
  return (
    <svg
      viewBox="-320 -180 640 360"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className="size-full"
      style={{
        background:
          'linear-gradient(135deg, color-mix(in oklab, var(--color-marigold) 30%, var(--color-paper)), color-mix(in oklab, var(--color-rani) 22%, var(--color-paper)))',
      }}
    >
      <g fill="none" stroke="var(--color-ink)" strokeOpacity="0.35" strokeWidth="1.5">
        {PETALS_PER_RING.map((count, ring) => (
          <Ring key={count} count={count} radius={55 + ring * 55} />
        ))}
      </g>
    </svg>
  )
}

function Ring({ count, radius }: { count: number; radius: number }) {
  const width = (radius * Math.PI) / count
  return Array.from({ length: count }, (_, petal) => (
    <path
      key={petal}
      transform={`rotate(${(petal * 360) / count})`}
      d={`M0 ${-radius}C${width} ${-radius - 14} ${width * 0.7} ${-radius - 40} 0 ${-radius - 52}C${-width * 0.7} ${-radius - 40} ${-width} ${-radius - 14} 0 ${-radius}z`}
    />
  ))
}
