import { msg, t } from '../../../shared/i18n/translate.ts'

export const uploadFailed = msg('This file could not be uploaded. Please try again.')

/** The server's sentence about an upload: of a problem document, or as it is. */
export function readSentence(body: string): string {
  try {
    const problem: unknown = JSON.parse(body)
    if (typeof problem === 'object' && problem !== null && 'detail' in problem) {
      return String(problem.detail)
    }
  } catch {
    // Not JSON: the protocol's own words.
  }
  const sentence = body.trim()
  return /^[A-Z“][^<>]{5,300}\.$/.test(sentence) ? sentence : t(uploadFailed)
}
