import { paths } from '../../../paths.ts'

/** All notes of the signed-in learner. */
export const notesPath = `${paths.myCourses}?tab=notes`
