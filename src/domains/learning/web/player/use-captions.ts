import { useState } from 'react'
import { t } from '../../../../shared/i18n/translate.ts'
import type { CaptionsTrack } from './create-video.ts'
import type { Film } from './film.ts'

/** Which captions there are and which are shown; off and on again shows the last ones. */
export function useCaptions(
  film: Film | null,
  besideUrl: string | null,
  onChange: (isShown: boolean, language?: string) => void,
) {
  const [language, setLanguage] = useState<string | null>(null)
  const [last, setLast] = useState<string | null>(null)
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
    const [first] = tracks
    if (first !== undefined) {
      onChoose(language === null ? (last ?? first.language) : null)
      return
    }
    // A provider's player has captions that only it knows.
    onChange(!isEmbedShown)
    setIsEmbedShown(!isEmbedShown)
  }
  return { tracks, language, onChoose, toggle }
}
