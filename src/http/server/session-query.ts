/**
 * What a call reads along with its session: one statement tells who asks and what there is for them
 * (docs/decisions/0016).
 */
export interface SessionQuery<Found> {
  /** Of the prepared statement. */
  name: string
  /**
   * A select of one value over the rows `caller` (id, email, name, role) and `asked`, which has
   * the call's `params` by their names.
   */
  select: string
  params: readonly string[]
  /** Never set: carries the type of what the driver makes of that value. */
  found?: Found
}

/** Reads nothing but who asks. */
export const onlyCurrentUser: SessionQuery<null> = {
  name: 'find_current_user',
  select: 'select null',
  params: [],
}
