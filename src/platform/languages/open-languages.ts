import { readdir } from 'node:fs/promises'
import type { ReadingLanguage } from '../../shared/i18n/language.ts'
import { readCatalogue, shareTranslated } from './catalogue.ts'
import { translatable } from './languages.ts'

const folder = new URL('../../../languages/', import.meta.url)

/** Languages beside English that visitors may choose, in the order of their codes. */
export type Languages = readonly ReadingLanguage[]

/** Those whose catalogue is translated to so many percent at least; none without a number. */
export async function openLanguages(fromPercent: number | undefined): Promise<Languages> {
  if (fromPercent === undefined) return []
  const opened: ReadingLanguage[] = []
  // Without the folder there is English: nobody need be turned away for it.
  const files = await readdir(folder).catch((): string[] => [])
  for (const language of translatable) {
    const file = `${language.code}.po`
    if (!files.includes(file)) continue
    const catalogue = await readCatalogue(new URL(file, folder))
    if (shareTranslated(catalogue) * 100 < fromPercent) continue
    const messages = [...catalogue].filter(([, { translation }]) => translation !== '')
    opened.push({
      ...language,
      messages: new Map(messages.map(([message, { translation }]) => [message, translation])),
    })
  }
  return opened
}

/** The first language of an `Accept-Language` header that there is, unless English comes before; by RFC 9110. */
export function chooseLanguage(
  languages: Languages,
  accepted: string | undefined,
): ReadingLanguage | undefined {
  if (accepted === undefined || languages.length === 0) return undefined
  const wishes = accepted
    .split(',')
    .map((wish) => {
      const [tag = '', ...options] = wish.trim().toLowerCase().split(';')
      const weight = options.map((option) => /^\s*q=([\d.]+)$/.exec(option)?.[1]).find(Boolean)
      return { code: tag.split('-')[0], weight: Number(weight ?? 1) }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
  for (const { code } of wishes) {
    if (code === 'en') return undefined
    const found = languages.find((language) => language.code === code)
    if (found) return found
  }
  return undefined
}
