import { t } from '../../../../shared/i18n/translate.ts'

/** The longest list of a course: the lessons of a module. */
const entriesInList = 200
/** File, course, modules, module, videos, video, quiz, questions, question, options, option. */
const levels = 11

interface Excess {
  path: string
  message: string
}

/**
 * Where a file is nested deeper, or one of its lists longer, than any course's; null: nowhere. To be
 * asked before a course's own rules, which have a sentence for each entry of a list.
 */
export function findExcess(value: unknown, path = '', depth = 0): Excess | null {
  if (typeof value !== 'object' || value === null) return null
  if (depth >= levels) return { path, message: t('This is nested too deeply for a course.') }
  const count = Array.isArray(value) ? value.length : Object.keys(value).length
  if (count > entriesInList)
    return {
      path,
      message: t('This has more than {count} entries: too many for a course.', {
        count: entriesInList,
      }),
    }
  for (const [name, inner] of Object.entries(value)) {
    const excess = findExcess(inner, path === '' ? name : `${path}.${name}`, depth + 1)
    if (excess) return excess
  }
  return null
}
