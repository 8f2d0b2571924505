import { saveFile } from './save-file.ts'
import { readSession } from './session.ts'

/**
 * Saves a file below `/api/admin/exports` under the name that the server gives it, past the API client,
 * which reads JSON only. Throws an error with a sentence.
 */
export async function saveExport(file: string, query: Record<string, string> = {}): Promise<void> {
  const answer = await fetch(`/api/admin/exports/${file}?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${readSession()?.token ?? ''}` },
  }).catch(() => null)
  if (!answer?.ok) throw new Error('The file could not be saved. Please try again.')
  const [, name = file] = /filename="([^"]+)"/.exec(headerOf(answer)) ?? []
  saveFile(await answer.blob(), name)
}

function headerOf(answer: Response): string {
  return answer.headers.get('content-disposition') ?? ''
}
