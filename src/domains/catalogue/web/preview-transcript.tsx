import { useContext, useRef } from 'react'
import { t } from '../../../shared/i18n/translate.ts'
import { rich } from '../../../ui/rich.tsx'
import { ServerHtml } from '../../../ui/server-html.ts'
import { transcriptKey } from './write-transcripts.ts'

interface PreviewTranscriptProps {
  video: { id: string; title: string }
}

/**
 * What is said in a lesson that is free to see: for who reads before they listen, and for search
 * engines. It stands in the server's page only; who comes from another screen reads it beside the film.
 */
export function PreviewTranscript({ video }: PreviewTranscriptProps) {
  const html = useContext(ServerHtml).get(transcriptKey(video.id)) ?? ''
  const text = useRef<HTMLDivElement>(null)
  const fill = () => {
    if (!text.current || text.current.innerHTML !== '') return
    text.current.textContent = t('Open the lesson: what is said stands beside the film.')
  }
  return (
    <details className="px-4 pb-2 ps-13" onToggle={fill}>
      <summary className="min-h-11 cursor-pointer py-2.5 text-sm text-ink-soft">
        {rich('Transcript<spoken> of {lesson}</spoken>', {
          spoken: <span className="sr-only" />,
          lesson: video.title,
        })}
      </summary>
      {/* The browser does not have the words: it leaves the server's where they are. */}
      <div
        ref={text}
        className="grid max-w-text gap-3 pb-3 *:grid *:gap-3"
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </details>
  )
}
