import { msg, t } from '../../../../shared/i18n/translate.ts'

const fields: Record<string, string> = {
  title: msg('title'),
  description: msg('description'),
  price: msg('price'),
  url: msg('link'),
  thumbnail: msg('cover'),
}

/** Where in a course a field stands, in words: 'Module 1, lesson 2: link'. */
export function describePath(path: string): string {
  const found =
    /^course\.(?:modules\.(?<module>\d+)\.(?:videos\.(?<video>\d+)\.)?)?(?<field>\w+)/.exec(path)
  const { module, video, field = '' } = found?.groups ?? {}
  const name = t(fields[field] ?? field.replaceAll('_', ' '))
  const places = [
    ...(module === undefined ? [] : [t('module {number}', { number: Number(module) + 1 })]),
    ...(video === undefined ? [] : [t('lesson {number}', { number: Number(video) + 1 })]),
  ]
  const words =
    places.length === 0
      ? t('the course’s {field}', { field: name })
      : `${places.join(', ')}: ${name}`
  return words.charAt(0).toUpperCase() + words.slice(1)
}
