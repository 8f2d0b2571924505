import { bigint, timestamp } from 'drizzle-orm/pg-core'

/** Without a name the column has that of its key. */
export const instant = (name = '') => timestamp(name, { withTimezone: true })

/** Money, in paise. */
export const paise = (name: string) => bigint(name, { mode: 'number' })
