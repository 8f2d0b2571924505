import { t } from '../../../shared/i18n/translate.ts'
import { formatLength, readDurationInSeconds } from '../read-duration.ts'

interface Outline {
  modules: readonly { videos: readonly { duration: string }[] }[]
}

/** What stands for the number of modules while a course has none. */
export const usualModuleCount = 6

/** '6 modules', '1 module'. */
export function describeModuleCount({ modules }: Outline): string {
  return t('{count, plural, one {# module} other {# modules}}', {
    count: modules.length === 0 ? usualModuleCount : modules.length,
  })
}

/**
 * '5 lessons', '5 lessons · 2 min'; null without lessons. The length is left out as soon as one
 * lesson does not say its own: a sum of some would promise too little.
 */
export function describeLessons({ modules }: Outline): string | null {
  const videos = modules.flatMap((module) => module.videos)
  if (videos.length === 0) return null
  const lengths = videos.map((video) => readDurationInSeconds(video.duration))
  const lessons = countLessons(videos.length)
  if (lengths.includes(null)) return lessons
  return `${lessons} · ${formatLength(lengths.reduce<number>((sum, length) => sum + (length ?? 0), 0))}`
}

/** '5 lessons', '1 lesson'. */
export function countLessons(count: number): string {
  return t('{count, plural, one {# lesson} other {# lessons}}', { count })
}
