import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { t } from '../../shared/i18n/translate.ts'
import type { CourseDraft } from './course-draft.ts'
import { loadsAsPicture } from './loads-as-picture.ts'

const pauseInMs = 500

/** What the contract takes. Anything else is told by the field itself. */
const addressPattern = /^(https?:\/)?\/[^/]/

/** Says once the typing pauses that the thumbnail shows nothing. It stops nobody. */
export function PictureHint() {
  const address = (useWatch<CourseDraft, 'thumbnail'>({ name: 'thumbnail' }) ?? '').trim()
  const [broken, setBroken] = useState<string | null>(null)

  useEffect(() => {
    if (!addressPattern.test(address)) return undefined
    let isOutdated = false
    const check = async () => {
      const isLoaded = await loadsAsPicture(address)
      if (!isOutdated) setBroken(isLoaded ? null : address)
    }
    const timer = setTimeout(() => void check(), pauseInMs)
    return () => {
      isOutdated = true
      clearTimeout(timer)
    }
  }, [address])

  return (
    <output className="mt-1 block text-sm text-amber">
      {address !== '' &&
        broken === address &&
        t('This picture does not load. The drawn cover will be shown instead.')}
    </output>
  )
}
