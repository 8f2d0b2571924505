import { t } from '../../../../shared/i18n/translate.ts'
import { call } from '../../../../ui/call.ts'
import type { UploadKind } from '../../../files/upload-kinds.ts'

/** What the academy made of an upload. */
export interface Made {
  id: string
  name: string
  /** Of a film. */
  durationInSeconds: number | null
}

/** The academy looked at a file and does not take it; its message is a sentence. */
export class RefusedFile extends Error {}

/** The academy has all of it and cannot keep it just now; its message is a sentence. */
export class WaitingFile extends Error {}

const askedEveryInMs = 1000

/** What became of an upload, once the academy has looked at all of it; a large film takes a while. */
export async function findMade(kind: UploadKind, id: string, signal: AbortSignal): Promise<Made> {
  if (kind === 'attachment') {
    const made = await call('GET /admin/attachments/:id', { params: { id } })
    return { id: made.id, name: made.filename, durationInSeconds: null }
  }
  for (;;) {
    const film = await call('GET /admin/films/:id', { params: { id } })
    if (film.state === 'failed') {
      // Nothing of it stays; what cannot be removed now goes after a week.
      call('DELETE /admin/films/:id', { params: { id } }).catch(() => undefined)
      throw new RefusedFile(film.message ?? t('This file cannot be used as a film.'))
    }
    if (film.state === 'uploading' && film.message !== undefined) {
      throw new WaitingFile(film.message)
    }
    if (film.state !== 'uploading' || signal.aborted) {
      return { id, name: film.filename, durationInSeconds: film.duration_in_seconds }
    }
    await new Promise((resolve) => setTimeout(resolve, askedEveryInMs))
  }
}
