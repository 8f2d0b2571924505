import type { ResponseOf } from '../../../http/endpoint.ts'
import { t } from '../../../shared/i18n/translate.ts'
import type { listTranscripts } from '../contract.ts'

export function transcriptKey(videoId: string): string {
  return `transcript ${videoId}`
}

/** Transcripts as HTML for the server's page alone: in its data they would be sent a second time. */
export function writeTranscripts(
  { transcripts }: ResponseOf<typeof listTranscripts>,
  html: Map<string, string>,
): void {
  for (const { video_id, language, paragraphs, is_cut } of transcripts) {
    const text = paragraphs.map((words) => `<p>${escape(words)}</p>`).join('')
    const rest = is_cut ? `<p>${escape(t('The rest can be read beside the film.'))}</p>` : ''
    html.set(
      transcriptKey(video_id),
      `<div lang="${escape(language)}" dir="auto">${text}</div>${rest}`,
    )
  }
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
