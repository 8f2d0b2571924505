import * as z from 'zod'
import { localUrl } from '../src/platform/loopback.ts'

const port = z.coerce.number().int().min(0).max(65_535)
const thisMachine = '127.0.0.1'

const environment = z.object({
  /** Where the academy listens. */
  PORT: port.default(3000),
  HOST: z.string().default(thisMachine),
  SANDBOX_PORT: port.optional(),
  SANDBOX_HOST: z.string().default(thisMachine),
  DATA_DIR: z.string().default('./data'),
  PUBLIC_URL: z.url().optional(),
  RAZORPAY_KEY_ID: z.string().default('rzp_test_sandbox'),
  RAZORPAY_KEY_SECRET: z.string().default('sandbox_key_secret'),
  /** Several, parted by commas, while one is rotated: the new one stands first. */
  RAZORPAY_WEBHOOK_SECRET: z.string().default('sandbox_webhook_secret'),
  /** Another serves here until it ends, however long. */
  SANDBOX_WAITS: z.string().optional(),
  SANDBOX_REQUESTS_PER_SECOND: z.coerce.number().int().min(1).default(500),
})

/** Of a stand-in beside the academy that reads the same environment, where empty means unset. */
export function readStandInSettings(env: NodeJS.ProcessEnv) {
  const set = Object.entries(env).filter(([, value]) => value !== '')
  const read = environment.parse(Object.fromEntries(set))
  const academyUrl = read.PUBLIC_URL ?? localUrl({ host: read.HOST, port: read.PORT })
  const secrets = read.RAZORPAY_WEBHOOK_SECRET.split(',').map((secret) => secret.trim())
  return {
    host: read.SANDBOX_HOST,
    port: read.SANDBOX_PORT ?? read.PORT + 1,
    dataDir: read.DATA_DIR,
    keyId: read.RAZORPAY_KEY_ID,
    keySecret: read.RAZORPAY_KEY_SECRET,
    webhookSecret: secrets.find((secret) => secret !== '') ?? '',
    webhookUrl: `${academyUrl.replace(/\/+$/, '')}/api/payment/webhook`,
    requestsPerSecond: read.SANDBOX_REQUESTS_PER_SECOND,
    waits: Boolean(read.SANDBOX_WAITS),
  }
}
