import { and, eq, isNull, notExists, sql } from 'drizzle-orm'
import type { ResponseOf } from '../../../http/endpoint.ts'
import type { Database } from '../../../platform/database/database.ts'
import { courses, demo } from '../../catalogue/server/tables.ts'
import { isBuyable } from '../../catalogue/server/visibility.ts'
import { readLook } from '../../look/server/keep-looks.ts'
import type { FollowedSettings } from '../../site/server/follow-settings.ts'
import { listSettings } from '../../site/server/list-settings.ts'
import { readTaxSettings } from '../../tax/server/read-tax-settings.ts'
import type { getFirstRun } from '../contract.ts'
import { type SetupStep, setupSteps } from '../first-run.ts'
import type { OperationsDependencies } from './dependencies.ts'
import { firstRun } from './tables.ts'

type FirstRun = ResponseOf<typeof getFirstRun>

export interface FirstRunDependencies extends OperationsDependencies {
  followed: Pick<FollowedSettings, 'env'>
}

/** Each step as it stands now, whichever page it was done on. */
export async function describeFirstRun({ db, followed }: FirstRunDependencies): Promise<FirstRun> {
  const { settings: list } = await listSettings(db, followed.env)
  const isSet = (name: string) =>
    list.some((setting) => setting.name === name && setting.from !== 'default')
  const isDone: Record<SetupStep, boolean> = {
    name: isSet('BRAND_NAME'),
    colours: (await readLook(db)).colour !== null,
    subject: isSet('SUBJECT'),
    details:
      isSet('POSTAL_ADDRESS') && isSet('SUPPORT_EMAIL') && (await readTaxSettings(db)) !== null,
    payments: isSet('RAZORPAY_KEY_ID'),
    mail: isSet('SMTP_URL'),
    course: await hasOwnCourse(db),
    demo: (await db.$count(demo, isNull(demo.hiddenAt))) === 0,
  }
  return {
    state: await readFirstRunState(db),
    steps: setupSteps.map((step) => ({ step, is_done: isDone[step] })),
  }
}

export async function readFirstRunState(db: Database): Promise<FirstRun['state']> {
  const [found] = await db.select().from(firstRun)
  return found?.state ?? 'closed'
}

export async function setFirstRunState(db: Database, state: 'open' | 'closed'): Promise<void> {
  await db.update(firstRun).set({ state }).where(eq(firstRun.id, true))
}

async function hasOwnCourse(db: Database): Promise<boolean> {
  const ofDemo = db
    .select({ id: demo.id })
    .from(demo)
    .where(sql`${courses.id} = any(${demo.courseIds})`)
  return (await db.$count(courses, and(isBuyable, notExists(ofDemo)))) > 0
}
