import { english } from '../../../platform/languages/languages.ts'
import type { Languages } from '../../../platform/languages/open-languages.ts'
import { runInLanguage } from '../../../platform/languages/run-in-language.ts'
import { t } from '../../../shared/i18n/translate.ts'
import type { OfferedLanguage } from '../../page-context.ts'

/** English and the others, each with the words by which it offers itself. */
export function listOffered(languages: Languages): OfferedLanguage[] {
  const { code, tag, name } = english
  const others = languages.map((language): OfferedLanguage => {
    const { code, tag, name, direction } = language
    const offer = runInLanguage(language, () => ({
      read: t('Read in {language}', { language: name }),
      close: t('Close'),
      direction,
    }))
    return { code, tag, name, offer }
  })
  return [{ code, tag, name }, ...others]
}
