import { msg, t } from '../../../shared/i18n/translate.ts'

/** What the server takes, so that a larger file is refused before it is sent. */
const charactersAtMost = 1_000_000

/** A file's text in UTF-8, or in UTF-16 if it begins so, as Excel saves “Unicode text”. */
export async function readCsvFile(file: Blob): Promise<string> {
  // Four bytes a character are the most there can be.
  if (file.size > 4 * charactersAtMost) throw new Error(t(tooLarge))
  const bytes = await file.arrayBuffer()
  const text = new TextDecoder(encodingOf(new Uint8Array(bytes))).decode(bytes)
  if (text.length > charactersAtMost) throw new Error(t(tooLarge))
  return text
}

const tooLarge = msg('This file is too large. Please use at most 2,000 rows in one file.')

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return 'utf-8'
}
