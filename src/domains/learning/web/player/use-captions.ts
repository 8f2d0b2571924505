import { useState } from 'react'
import { t } from '../../../../shared/i18n/translate.ts'
import type { CaptionsTrack } from './create-video.ts'
import type { Film } from './film.ts'

/** Which captions there are and which are shown; off and on again shows the last ones. */
export function useCaptions(
  film: Film | null,
  besideUrl: string | null,
  {
    first,
    onChange,
  }: {
    /** Those that are shown from the beginning. */
    first: string | null
    onChange: (isShown: boolean, language?: string) => void
  },
) {
  const [language, setLanguage] = useState(first)
  const [last, setLast] = useState(first)
  const [isEmbedShown, setIsEmbedShown] = useState(false)
  const tracks: readonly CaptionsTrack[] =
    film?.captions ??
    (besideUrl === null ? [] : [{ language: 'en', label: t('English'), url: besideUrl }])

  const onChoose = (chosen: string | null) => {
    setLanguage(chosen)
    if (chosen !== null) setLast(chosen)
    onChange(chosen !== null, chosen ?? undefined)
  }
  const toggle = () => {
    const [track] = tracks
    if (track !== undefined) {
      onChoose(language === null ? (last ?? track.language) : null)
      return
    }
    // A provider's player has captions that only it knows.
    onChange(!isEmbedShown)
    setIsEmbedShown(!isEmbedShown)
  }
  return { tracks, language, onChoose, toggle }
}
