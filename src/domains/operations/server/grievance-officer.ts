import { sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { officeSettings } from './tables.ts'

export interface GrievanceOfficer {
  name: string
  email: string
  phone: string
}

/** Null while nobody is named. */
export async function readGrievanceOfficer(db: Database): Promise<GrievanceOfficer | null> {
  const [found] = await db
    .select({
      name: officeSettings.grievanceOfficerName,
      email: officeSettings.grievanceOfficerEmail,
      phone: officeSettings.grievanceOfficerPhone,
    })
    .from(officeSettings)
  return found ?? null
}

export async function setGrievanceOfficer(db: Database, officer: GrievanceOfficer): Promise<void> {
  const values = {
    grievanceOfficerName: officer.name,
    grievanceOfficerEmail: officer.email,
    grievanceOfficerPhone: officer.phone,
    updatedAt: sql`clock_timestamp()`,
  }
  await db
    .insert(officeSettings)
    .values(values)
    .onConflictDoUpdate({ target: officeSettings.id, set: values })
}
