import { type ReactNode, useEffect, useState } from 'react'
import { t } from '../../../../shared/i18n/translate.ts'
import { Spinner } from '../../../../ui/controls/spinner.tsx'
import { OwnCover } from './player-facade.tsx'

/** After this long a learner wonders whether anything happens at all. */
const slowAfterInMs = 5_000

/** The picture with a spinner until something plays; taps go through to the player below. */
export function LoadingCover({
  posterUrl,
  askedAtInMs,
  children,
}: {
  posterUrl: string | null
  /** When the learner asked for the video, by `Date.now()`. */
  askedAtInMs: number
  /** Shown beneath the words once it takes long. */
  children?: ReactNode
}) {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), askedAtInMs + slowAfterInMs - Date.now())
    return () => clearTimeout(timer)
  }, [askedAtInMs])

  return (
    <div className="pointer-events-none absolute inset-0 overflow-hidden rounded-[inherit]">
      {posterUrl === null ? (
        <OwnCover />
      ) : (
        <img src={posterUrl} alt="" width={640} height={360} className="size-full object-cover" />
      )}
      <div className="absolute inset-0 grid place-content-center justify-items-center p-3">
        <div className="flex flex-wrap items-center justify-center gap-x-3 rounded-lg bg-paper px-4 py-3 text-ink shadow-lg">
          <Spinner className="size-6" />
          <output>
            {isSlow ? (
              t('Still loading. Your connection may be slow.')
            ) : (
              <span className="sr-only">{t('Loading the video')}</span>
            )}
          </output>
          {isSlow && children}
        </div>
      </div>
    </div>
  )
}
