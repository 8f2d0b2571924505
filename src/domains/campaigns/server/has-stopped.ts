import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { letterRecipients, letters } from './tables.ts'

const anHourAgo = sql`(now() - interval '1 hour')`
const other = alias(letters, 'other')

/**
 * For a larger statement over `letters`: for an hour nobody got a letter that should go. One that waits
 * behind another with fewer people left (`queue-campaigns.ts`) has not stopped.
 */
export const hasStopped = sql<boolean>`case ${letters.state}
  when 'scheduled' then ${letters.sendAt} < ${anHourAgo}
  when 'sending' then coalesce(${letters.frozenAt}, ${letters.begunAt}) < ${anHourAgo} and (
    ${letters.frozenAt} is null or not exists (
      select from ${letterRecipients}
      join ${letters} as ${sql.identifier('other')} on ${other.id} = ${letterRecipients.letterId}
      where ${letterRecipients.state} = 'mailed' and ${letterRecipients.doneAt} > ${anHourAgo}
        and (${other.id} = ${letters.id} or ${other.people} - ${other.mailed} - ${other.leftOut}
          < ${letters.people} - ${letters.mailed} - ${letters.leftOut})))
  else false end`
