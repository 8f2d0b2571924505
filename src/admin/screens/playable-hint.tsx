import { useWatch } from 'react-hook-form'
import { recogniseVideoLink } from '../../catalogue/video-link.ts'
import type { CourseDraft } from './course-draft.ts'

const words = { youtube: 'a YouTube video', vimeo: 'a Vimeo video', file: 'a video file' }

/** Says at once what an address plays, or that the player will not know it. */
export function PlayableHint({ name }: { name: `modules.${number}.videos.${number}.url` }) {
  const url = useWatch<CourseDraft, typeof name>({ name }) ?? ''
  if (url.trim() === '') return null
  const link = recogniseVideoLink(url)
  return (
    <p className={`mt-1 text-sm ${link ? 'text-leaf' : 'text-amber'}`}>
      {link
        ? `This plays ${words[link.provider]}.`
        : 'This plays nothing: use YouTube, Vimeo, mp4, webm or ogg.'}
    </p>
  )
}
