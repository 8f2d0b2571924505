import * as z from 'zod'

/** PostgreSQL and people agree about these years. */
export const allDays = { from: '2000-01-01', to: '2199-12-31' }

/** A day of India, such as 2026-11-22. */
export const day = z.iso
  .date('Please enter a date as YYYY-MM-DD.')
  .refine((text) => text >= allDays.from && text <= allDays.to, 'Please enter a date of our time.')

/** An instant that people may mean, as ISO 8601 with its zone. */
export const instantInput = z.iso
  .datetime({ offset: true, error: 'Please give a date and a time.' })
  .refine((iso) => {
    const at = Date.parse(iso)
    return at >= Date.UTC(2000, 0) && at < Date.UTC(2200, 0)
  }, 'Please give a date between 2000 and 2199.')

/** True also where one of them is left out. */
export const isInOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  !from || !to || from <= to
export const inOrder = {
  path: ['to'],
  message: 'Please choose a last day that is not before the first.',
}

export const period = z
  .object({ from: day.default(allDays.from), to: day.default(allDays.to) })
  .refine(isInOrder, inOrder)
