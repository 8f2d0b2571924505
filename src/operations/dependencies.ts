import type { RazorpayClient } from '../outside/razorpay/client.ts'
import type { Database } from '../platform/database/database.ts'
import type { Settings } from '../platform/settings.ts'
import type { Finding } from './check-states.ts'

export interface OperationsDependencies {
  db: Database
  settings: Pick<Settings, 'mail' | 'outbox' | 'brand' | 'razorpay' | 'backup'>
  razorpay: Pick<RazorpayClient, 'listOrders'>
  publicUrl: () => string
  /** What is set up for taxes. Undefined: nothing can be, and the checklist does not ask. */
  judgeTax?: (() => Promise<Finding>) | undefined
}
