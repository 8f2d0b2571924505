import { perLanguage } from '../shared/i18n/language.ts'

const listFormat = perLanguage((tag) => new Intl.ListFormat(tag, { type: 'unit' }))

/** 'Reels, Sound, Voices', as the language that is read now lists things. */
export function formatList(things: readonly string[]): string {
  return listFormat().format(things)
}
