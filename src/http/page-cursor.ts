import * as z from 'zod'

const uuid = String.raw`[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}`

/** Where a page of a list whose rows can go begins: behind the first of these that is still there (`cutPage`). */
export const pageCursor = z
  .string()
  .regex(new RegExp(`^${uuid}(~${uuid}){0,4}$`))
  .optional()
  .describe('From `next_cursor`.')
