/**
 * What a call reads of its caller: put into the very statement that reads the session, so that one
 * question to the database tells who asks and what there is for them.
 */
export interface Reading<Found> {
  /** Of the prepared statement. */
  name: string
  /**
   * A select of one value over the rows `caller` (id, email, name, is_admin) and `asked`, which has
   * the call's `params` by their names.
   */
  select: string
  params: readonly string[]
  /** Never set: carries the type of what the driver makes of that value. */
  found?: Found
}
