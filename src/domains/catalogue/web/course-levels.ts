import { msg } from '../../../shared/i18n/translate.ts'

/** What visitors read of the level of a course, the easiest first. */
export const courseLevels = {
  beginner: msg('For beginners'),
  intermediate: msg('For those with some experience'),
  advanced: msg('For the advanced'),
}
