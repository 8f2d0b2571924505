import { msg, t } from '../../../../shared/i18n/translate.ts'
import { readSession } from '../../../../ui/session.ts'
import type { PictureShape } from './shapes.ts'

interface Sending {
  shape: PictureShape
  /** 0 to 1. */
  onProgress: (fraction: number) => void
  signal: AbortSignal
}

const failed = msg('The picture could not be uploaded. Please check your connection and try again.')

/**
 * Sends a picture and tells its address; throws an Error with a sentence for people. Only an
 * XMLHttpRequest tells how much of a body has gone.
 */
export function sendPicture(
  picture: Blob,
  { shape, onProgress, signal }: Sending,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/api/admin/pictures?shape=${shape}`)
    request.responseType = 'json'
    request.timeout = 120_000
    request.setRequestHeader('authorization', `Bearer ${readSession()?.token ?? ''}`)
    request.setRequestHeader('content-type', picture.type)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total))
    request.addEventListener('load', () => {
      const { url, detail } = readAnswer(request.response)
      if (request.status === 200 && url !== undefined) resolve(url)
      else reject(new Error(detail ?? t(failed)))
    })
    for (const end of ['error', 'timeout', 'abort']) {
      request.addEventListener(end, () => reject(new Error(t(failed))))
    }
    signal.addEventListener('abort', () => request.abort())
    request.send(picture)
  })
}

function readAnswer(answer: unknown): { url?: string; detail?: string } {
  if (typeof answer !== 'object' || answer === null) return {}
  return {
    ...('url' in answer && { url: String(answer.url) }),
    ...('detail' in answer && { detail: String(answer.detail) }),
  }
}
