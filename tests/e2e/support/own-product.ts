import { type OpenDatabase, openDatabase } from '../../../src/platform/database/database.ts'
import { findFreePair } from '../../support/find-free-pair.ts'
import { launchServer } from './launch-server.ts'
import { admin } from './running-product.ts'
import { type Site, siteAt } from './test.ts'

export interface OwnProduct {
  db: OpenDatabase['db']
  site: Site
  razorpayUrl: string
  stop(): Promise<void>
}

/** A product of one test alone, for what would show in every other test: settings, mails. */
export async function startOwnProduct(
  dataDir: string,
  databaseUrl: string,
  settings: (port: number) => Record<string, string> = () => ({}),
): Promise<OwnProduct> {
  const port = await findFreePair()
  const server = await launchServer({
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    SEED: 'none',
    ...settings(port),
  })
  const database = openDatabase({ url: databaseUrl, poolSize: 2, onIdleError: () => undefined })
  return {
    db: database.db,
    site: siteAt(`http://127.0.0.1:${port}`),
    razorpayUrl: `http://127.0.0.1:${port + 1}`,
    stop: async () => {
      await database.close()
      await server.stop()
    },
  }
}
