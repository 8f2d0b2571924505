import { findFreePair } from '../../tests/support/find-free-pair.ts'
import { type Provider, startProvider } from './provider.ts'

const keys = {
  RAZORPAY_KEY_ID: 'rzp_test_bench',
  RAZORPAY_KEY_SECRET: 'bench-key-secret',
  RAZORPAY_WEBHOOK_SECRET: 'bench-webhook-secret',
}

/** Beside the academy's port, and first: it keeps that port for the academy while that is away. */
export async function openProvider(
  dataDir: string,
): Promise<{ port: number; provider: Provider; keys: typeof keys }> {
  for (;;) {
    const port = await findFreePair()
    const academyUrl = `http://127.0.0.1:${port}`
    try {
      const provider = await startProvider({ port: port + 1, dataDir, academyUrl, keys })
      return { port, provider, keys }
    } catch (error) {
      if (!String(error).includes('in use by another program')) throw error
    }
  }
}
