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
  const disposition = answer.headers.get('content-disposition') ?? ''
  const [, name = nameOf(file, query)] = /filename="([^"]+)"/.exec(disposition) ?? []
  saveFile(await answer.blob(), name)
}

/** Of an answer in JSON: `gstr1-2026-10-01-2026-10-31-29AAGCB7383J1Z4.json`. */
function nameOf(file: string, query: Record<string, string>): string {
  const [stem = '', end = ''] = file.split('.')
  return `${[stem, ...Object.values(query)].join('-')}.${end}`
}
