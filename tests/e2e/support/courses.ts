import { type MadeCourse, makeCourse, unique } from '../../support/factories.ts'
import type { Academy } from './test.ts'

/** Our own film of seventeen seconds, with captions beside it. */
export const shortFilm = '/media/demo/cut-on-the-beat.mp4'

/** A course of one short film, under a title that no other course of the run has. */
export function makeShortCourse(academy: Academy): Promise<MadeCourse> {
  return makeCourse(academy.db, { title: newTitle('Cut on the Beat'), modules: [[shortFilm]] })
}

export function newTitle(words: string): string {
  return unique(words)
}

/** Where the demo's first course stands in the list, however many courses the run has made since. */
export const demoCourseFound = '/courses?search=AI+Reels+Studio'
