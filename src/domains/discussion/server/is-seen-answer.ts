import { and, isNull } from 'drizzle-orm'
import { answers } from './tables.ts'

/** To who has the course. */
export const isSeenAnswer = and(isNull(answers.hiddenBecause), isNull(answers.removedAt))
