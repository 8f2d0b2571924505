import type { Database } from '../../src/platform/database/database.ts'
import type { AcademyClient } from './academy-client.ts'
import type { AcademyProcess } from './academy-process.ts'
import type { Shop } from './make-shop.ts'
import type { BenchOptions } from './options.ts'
import type { Learner } from './people.ts'
import type { Provider } from './provider.ts'
import type { Tally } from './tally.ts'

/** All that a run works with. */
export interface World {
  options: BenchOptions
  academy: AcademyClient
  process: AcademyProcess
  provider: Provider
  /** Asks the academy's database directly, again and again while that is down. */
  query<Value>(ask: (db: Database) => Promise<Value>): Promise<Value>
  learners: Learner[]
  administrator: Learner
  courseIds: string[]
  shop: Shop
  /** What happened to the buyers. */
  purchases: Tally
  /** What was done to the academy. */
  faults: Tally
  /** From each kill until the academy answered again, in milliseconds. */
  absences: { server: number[]; database: number[] }
  /** Things that must never be answered, e.g. a forged payment taken for a real one. */
  breaches: string[]
}
