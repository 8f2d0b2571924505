import type { Audit } from '../../../http/server/audit.ts'
import type { Database } from '../../../platform/database/database.ts'
import { lockUntilCommit } from '../../../platform/database/lock-until-commit.ts'
import { letterSettings } from './tables.ts'

interface Settings {
  letters_a_minute: number
  are_reminders_on: boolean
}

export async function readSettings(db: Database): Promise<Settings> {
  const [row] = await db.select().from(letterSettings)
  return {
    letters_a_minute: row?.lettersAMinute ?? 60,
    are_reminders_on: row?.areRemindersOn ?? false,
  }
}

export async function changeSettings(
  outer: Database,
  given: { [Name in keyof Settings]?: Settings[Name] | undefined },
  audit: Audit,
): Promise<Settings> {
  return outer.transaction(async (db) => {
    await lockUntilCommit(db, 'letter settings')
    const before = await readSettings(db)
    const settings = {
      letters_a_minute: given.letters_a_minute ?? before.letters_a_minute,
      are_reminders_on: given.are_reminders_on ?? before.are_reminders_on,
    }
    const columns = {
      lettersAMinute: settings.letters_a_minute,
      areRemindersOn: settings.are_reminders_on,
    }
    await db
      .insert(letterSettings)
      .values(columns)
      .onConflictDoUpdate({ target: letterSettings.id, set: columns })
    await audit(db, { subject: { kind: 'settings', id: 'letters' }, before, after: settings })
    return settings
  })
}
