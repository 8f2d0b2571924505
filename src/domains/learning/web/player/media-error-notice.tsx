import { t } from '../../../../shared/i18n/translate.ts'
import { videoProblemNotices } from '../../video-problem.ts'
import type { WatchPage } from '../../watch-page.ts'
import type { MediaErrorKind } from './media-port.ts'

interface MediaErrorNoticeProps {
  kind: MediaErrorKind
  /** Null: a file, which has no page of its own. */
  watchPage: WatchPage | null
  onTryAgain: () => void
}

/** Covers the stage, says what happened, offers a second try and the provider's own page. */
export function MediaErrorNotice({ kind, watchPage, onTryAgain }: MediaErrorNoticeProps) {
  return (
    <div className="absolute inset-0 grid place-content-center-safe justify-items-center gap-2 overflow-y-auto bg-paper p-2 text-center max-sm:text-sm sm:gap-4 sm:p-6">
      <p role="alert" className="max-w-prose text-ink">
        {tellError(kind, watchPage)}
      </p>
      <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1">
        <button
          type="button"
          onClick={onTryAgain}
          className="min-h-11 cursor-pointer rounded-md bg-marigold px-5 font-semibold text-on-marigold"
        >
          {t('Try again')}
        </button>
        {watchPage !== null && <WatchPageLink {...watchPage} />}
      </div>
    </div>
  )
}

/** Opens beside the course, which stays where it is. */
export function WatchPageLink({ provider, url }: WatchPage) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener"
      className="text-link pointer-events-auto inline-flex min-h-11 items-center"
    >
      {t('Watch on {provider}', { provider })}
    </a>
  )
}

function tellError(kind: MediaErrorKind, watchPage: WatchPage | null): string {
  if (kind === 'network') {
    return watchPage === null
      ? t(
          'The video cannot be reached. Please check your connection. It goes on by itself as soon as it can.',
        )
      : t('{provider} cannot be reached. Please check your connection.', {
          provider: watchPage.provider,
        })
  }
  if (kind === 'away') {
    return t(
      'The videos of the academy cannot be reached right now. It is not your connection. The video goes on by itself as soon as it can.',
    )
  }
  if (kind === 'closed') {
    return t(
      'This video is not open to you any more: your access has ended, or you have been logged out.',
    )
  }
  if (kind === 'unplayable' || watchPage === null) {
    return t('This video cannot be played right now. If it stays so, please write to us.')
  }
  return t(videoProblemNotices[kind], { video: t('This video'), provider: watchPage.provider })
}
