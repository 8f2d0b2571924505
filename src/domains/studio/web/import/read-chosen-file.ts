import { t } from '../../../../shared/i18n/translate.ts'
import { decodeText } from '../decode-text.ts'

export type ChosenFile =
  | { kind: 'course'; content: unknown }
  | { kind: 'spreadsheet'; csv: string; title: string }
  /** Why it cannot be taken, a sentence. */
  | { kind: 'unusable'; message: string }

/** The server takes no more of either. */
const courseInBytes = 12 * 1024 * 1024
const spreadsheetInBytes = 2 * 1024 * 1024

/** What a person has chosen, by its content: names of files say little. */
export async function readChosenFile(file: File): Promise<ChosenFile> {
  if (file.size > courseInBytes) return unusable(t('This file is larger than 12 MB.'))
  const bytes = new Uint8Array(await file.arrayBuffer())
  // The first letters of a zip archive, which is what .xlsx and .ods are.
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    return unusable(t('Please save the spreadsheet as CSV first, then choose that file.'))
  const text = decodeText(bytes)
  if (text.trim() === '') return unusable(t('This file is empty.'))
  if (/^\s*\{/.test(text)) return readCourse(text)
  if (file.size > spreadsheetInBytes) return unusable(t('This spreadsheet is larger than 2 MB.'))
  return { kind: 'spreadsheet', csv: text, title: file.name.replace(/\.\w+$/, '').slice(0, 200) }
}

function readCourse(text: string): ChosenFile {
  try {
    return { kind: 'course', content: JSON.parse(text) }
  } catch {
    return unusable(t('This course file is damaged: it cannot be read.'))
  }
}

function unusable(message: string): ChosenFile {
  return { kind: 'unusable', message }
}
