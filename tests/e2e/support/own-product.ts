import { type OpenDatabase, openDatabase } from '../../../src/platform/database/database.ts'
import { launchAcademy } from '../../support/launch-academy.ts'
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
  const academy = await launchAcademy((port) => ({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    SEED: 'none',
    ...settings(port),
  }))
  const database = openDatabase({ url: databaseUrl, poolSize: 2, onIdleError: () => undefined })
  return {
    db: database.db,
    site: siteAt(academy.url),
    razorpayUrl: academy.razorpayUrl,
    stop: async () => {
      await database.close()
      await academy.stop()
    },
  }
}
