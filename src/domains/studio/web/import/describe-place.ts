import { formatMessage } from '../../../../shared/i18n/format-message.ts'
import { msg, t } from '../../../../shared/i18n/translate.ts'

const names: Record<string, string> = {
  modules: msg('module {number}'),
  videos: msg('lesson {number}'),
  links: msg('link {number}'),
  attachments: msg('file {number}'),
  teachers: msg('teacher {number}'),
  questions: msg('question {number}'),
  pictures: msg('picture {number}'),
}

/** Where a fault is, in words: `course.modules.0.videos.1.url` is “module 1, lesson 2, url”. */
export function describePlace(path: string): string {
  const words: string[] = []
  for (const part of path.split('.')) {
    const last = words.at(-1)
    const isPlace = /^\d+$/.test(part) && last !== undefined
    if (isPlace) {
      const number = Number(part) + 1
      words[words.length - 1] = formatMessage(t(names[last] ?? `${last} {number}`), { number })
    } else if (part !== 'course' && part !== '') words.push(part)
  }
  return words.join(', ').replaceAll('_', ' ') || t('the file')
}
