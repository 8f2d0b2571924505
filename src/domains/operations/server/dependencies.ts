import type { RazorpayClient } from '../../../integrations/razorpay/client.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Settings } from '../../../platform/settings.ts'

export interface OperationsDependencies {
  db: Database
  settings: Pick<
    Settings,
    'mail' | 'outbox' | 'brand' | 'razorpay' | 'backup' | 'figures' | 'unsetFigures' | 'sandbox'
  >
  razorpay: Pick<RazorpayClient, 'listOrders'>
  publicUrl: () => string
}
