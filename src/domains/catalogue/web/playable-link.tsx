import { msg, t } from '../../../shared/i18n/translate.ts'
import { filmIdOf } from '../../films/film-link.ts'
import { recogniseVideoLink } from '../video-link.ts'

const words = {
  youtube: msg('This plays a YouTube video.'),
  vimeo: msg('This plays a Vimeo video.'),
  file: msg('This plays a video file.'),
}

/** Says at once what an address plays, or that the player will not know it. */
export function PlayableLink({ url }: { url: string }) {
  if (url.trim() === '') return null
  const what = describe(url)
  return (
    <p className={`mt-1 text-sm ${what ? 'text-leaf' : 'text-amber'}`}>
      {what ?? t('This plays nothing: use YouTube, Vimeo, mp4, webm or ogg.')}
    </p>
  )
}

function describe(url: string): string | null {
  if (filmIdOf(url) !== null) return t('This plays a film of your own.')
  const link = recogniseVideoLink(url)
  return link && t(words[link.provider])
}
