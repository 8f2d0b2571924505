import { foldForSearch } from '../../../shared/fold-for-search.ts'
import { languageTag } from '../../../shared/i18n/language.ts'
import { languageNameIn, taughtLanguages } from '../../../shared/i18n/language-names.ts'
import { t } from '../../../shared/i18n/translate.ts'
import type { Course } from '../contract.ts'
import { courseLevels } from './course-levels.ts'

export interface Choice {
  /** As the address has it. */
  value: string
  label: string
}

/** What the list can be narrowed by; empty where all courses that tell are alike. */
export interface CourseFilters {
  language: Choice[]
  level: Choice[]
}

/** The languages and levels of these courses, in the words of who reads. */
export function listFilters(courses: readonly Course[]): CourseFilters {
  const codes = new Set<string>(taughtLanguages)
  const languages = new Map(courses.map((course) => [languageOf(course), course.language ?? '']))
  languages.delete('')
  const levels = new Set(courses.map(({ level }) => level))
  return {
    language: ifThereIsChoice(
      [...languages].map(([value, typed]) => ({
        value,
        label: codes.has(value) ? languageNameIn(languageTag(), value) : typed,
      })),
    ).toSorted((one, other) => one.label.localeCompare(other.label, languageTag())),
    level: ifThereIsChoice(
      Object.entries(courseLevels)
        .filter(([value]) => levels.has(value as keyof typeof courseLevels)) // its own keys
        .map(([value, label]) => ({ value, label: t(label) })),
    ),
  }
}

function ifThereIsChoice(choices: Choice[]): Choice[] {
  return choices.length > 1 ? choices : []
}

/** Its code, or what the course says folded if it is no language that is known; empty: it says nothing. */
export function languageOf({ language = '' }: Course): string {
  const said = foldForSearch(language)
  codesByName ??= new Map(
    taughtLanguages.flatMap((code) =>
      ['en', 'hi', code].map((reader) => [foldForSearch(languageNameIn(reader, code)), code]),
    ),
  )
  return codesByName.get(said) ?? said
}

/** It is typed into a field of the studio: 'Hindi', 'हिन्दी' or 'हिंदी'. */
let codesByName: Map<string, string> | undefined
