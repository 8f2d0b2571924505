import * as z from 'zod'
import { addDays, dayInIndia } from '../../shared/india-time.ts'

export const acceptedKinds = ['text', 'file', 'both'] as const

/** What a lesson asks for. Anything may still be missing; `listAssignmentFaults` tells what. */
export const assignment = z.object({
  title: z.string().trim().max(200).default(''),
  instructions: z.string().trim().max(20_000).default('').describe('Markdown.'),
  accepts: z.enum(acceptedKinds).default('both').describe('What may be handed in.'),
  due_days: z
    .int()
    .min(1)
    .max(1000)
    .nullable()
    .default(null)
    .describe('So many days after the course was obtained; null: no day.'),
  highest_mark: z.int().min(1).max(1000).default(10),
})

export type Assignment = z.output<typeof assignment>

/** What it lacks before it can be published, each with its path below the assignment. */
export function listAssignmentFaults({ title, instructions }: Assignment) {
  return [
    ...(title === '' ? [{ path: 'title', message: 'Title is required.' }] : []),
    ...(instructions === ''
      ? [{ path: 'instructions', message: 'Please say what is to be done.' }]
      : []),
  ]
}

/** `marked`: it is done. `again`: a new version is asked for. */
export const outcomes = ['marked', 'again'] as const
export type Outcome = (typeof outcomes)[number]

/** Until it is marked whatever is handed in comes after what was; null: nothing was, or it waits. */
export function mayHandIn(last: Outcome | null): boolean {
  return last !== 'marked'
}

/** The last day, by India's time, for who has had the course since then. Later is late, not refused. */
export function dueOn(since: Date, { due_days: days }: Pick<Assignment, 'due_days'>) {
  return days === null ? null : addDays(dayInIndia(since), days)
}

/** Whether it is what is asked for. */
export function isWanted(
  accepts: Assignment['accepts'],
  { hasText, hasFile }: { hasText: boolean; hasFile: boolean },
): boolean {
  if (accepts === 'both') return hasText || hasFile
  return accepts === 'text' ? hasText && !hasFile : hasFile && !hasText
}
