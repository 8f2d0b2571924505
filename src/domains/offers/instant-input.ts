import * as z from 'zod'

const first = Date.UTC(2000, 0)
const last = Date.UTC(2200, 0)

/** An instant that people may mean, as ISO 8601 with its zone. */
export const instantInput = z.iso
  .datetime({ offset: true, error: 'Please give a date and a time.' })
  .refine((iso) => {
    const at = Date.parse(iso)
    return at >= first && at < last
  }, 'Please give a date between 2000 and 2199.')
