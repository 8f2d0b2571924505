import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TranslatedScripts } from '../../shared/i18n/language.ts'

/** Where a build says it (`translate-build.ts`). */
export const translatedScriptsPath = (buildDir: string): string => join(buildDir, 'languages.json')

export async function readTranslatedScripts(buildDir: string): Promise<TranslatedScripts> {
  const written = await readFile(translatedScriptsPath(buildDir), 'utf8')
  return JSON.parse(written) as TranslatedScripts // written by the build
}
