import { t } from '../../../shared/i18n/translate.ts'

export interface Chapter {
  /** Seconds from the beginning. */
  at: number
  title: string
}

export interface ChapterError {
  /** Counted from 1. */
  line: number
  /** A sentence. */
  message: string
}

const maxChapters = 100
const maxLetters = 200
const form = /^\s*[([]?(?:(\d{1,2}):)?(\d{1,3}):(\d{2})[)\]]?\s+(?:[-–—:·|]\s+)?(\S.*)$/

/**
 * Chapters from lines such as "0:00 Welcome" or "1:02:30 – The end"; empty lines are nothing. `errors`
 * has one sentence for each line that is wrong.
 */
export function readChapters(
  text: string,
  durationInSeconds: number | null,
): { chapters: Chapter[]; errors: ChapterError[] } {
  const chapters: Chapter[] = []
  const errors: ChapterError[] = []
  for (const [index, given] of text.split(/\r\n?|\n/).entries()) {
    if (given.trim() === '') continue
    const chapter = readLine(given.replaceAll(/\p{Cc}/gu, ' '))
    const message =
      typeof chapter === 'string'
        ? chapter
        : findFault(chapter, { before: chapters.at(-1), durationInSeconds })
    if (message !== null) errors.push({ line: index + 1, message })
    else if (typeof chapter !== 'string') chapters.push(chapter)
    if (chapters.length > maxChapters) {
      errors.push({
        line: index + 1,
        message: t('A film can have {count} chapters.', { count: maxChapters }),
      })
      break
    }
  }
  return { chapters, errors }
}

/** A sentence, if the line is no chapter. */
function readLine(line: string): Chapter | string {
  const [, hours, minutes = '', seconds = '', title = ''] = form.exec(line) ?? []
  if (title === '') return t('Begin with a time and a space, then the title: 1:30 Welcome.')
  if (Number(seconds) > 59 || (hours !== undefined && Number(minutes) > 59)) {
    return t('Minutes and seconds go up to 59.')
  }
  if (title.trim().length > maxLetters)
    return t('A title can have {count} letters.', { count: maxLetters })
  const at = Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds)
  return { at, title: title.trim() }
}

function findFault(
  { at }: Chapter,
  { before, durationInSeconds }: { before: Chapter | undefined; durationInSeconds: number | null },
): string | null {
  if (before && at <= before.at) return t('This time is not after the one before it.')
  if (durationInSeconds !== null && at >= durationInSeconds) return t('The film is over by then.')
  return null
}
