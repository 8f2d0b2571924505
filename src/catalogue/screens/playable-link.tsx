import { recogniseVideoLink } from '../video-link.ts'

const words = { youtube: 'a YouTube video', vimeo: 'a Vimeo video', file: 'a video file' }

/** Says at once what an address plays, or that the player will not know it. */
export function PlayableLink({ url }: { url: string }) {
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
