import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withClient } from '../../../src/platform/database/open-client.ts'
import { choosePlace, socketUrl } from '../../../src/platform/embedded/place.ts'
import { ownerRole, superuser } from '../../../src/platform/embedded/roles.ts'
import { type GoogleStandIn, startGoogleStandIn } from '../../support/google-keys.ts'
import { launchAcademy } from '../../support/launch-academy.ts'
import { admin, productVariable, type RunningProduct } from './running-product.ts'

/**
 * Starts the built product once for the whole run, as `npm start` would, with data of its own; and
 * beside it a second one, of another name, that has nothing to sell yet but lets people in by Google.
 */
export default async function startProduct(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'academy-e2e-'))
  await chmod(dataDir, 0o755) // the database's own user must reach its data
  const google = await startGoogleStandIn()
  const signer = await startSigner(google)
  const administrator = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }
  const academy = await launchAcademy({ ...administrator, DATA_DIR: dataDir })
  for (const name of [
    'of_the_first_day',
    'of_one_test',
    'with_mail',
    'with_tax',
    'first_run',
    'with_passkeys',
  ]) {
    const statement = `create database academy_${name} owner ${ownerRole}`
    await runOn(urlOf(dataDir, 'postgres', superuser), statement)
  }
  const firstDay = await launchAcademy({
    ...google.env,
    ...administrator,
    DATA_DIR: join(dataDir, 'first-day'),
    DATABASE_URL: urlOf(dataDir, 'academy_of_the_first_day'),
    SEED: 'none',
    BRAND_NAME: 'Chitrashala',
    SUPPORT_EMAIL: 'help@chitrashala.example',
    POSTAL_ADDRESS: 'Chitrashala, Pune 411004, India',
  })
  // Whoever comes first to a new academy is led through it; the tests come to one that is set up.
  for (const database of ['academy', 'academy_of_the_first_day']) {
    await runOn(urlOf(dataDir, database), "update first_run set state = 'closed'")
  }
  const product: RunningProduct = {
    url: academy.url,
    razorpayUrl: academy.razorpayUrl,
    databaseUrl: urlOf(dataDir, 'academy'),
    emptyDatabaseUrl: urlOf(dataDir, 'academy_of_one_test'),
    mailDatabaseUrl: urlOf(dataDir, 'academy_with_mail'),
    taxDatabaseUrl: urlOf(dataDir, 'academy_with_tax'),
    firstRunDatabaseUrl: urlOf(dataDir, 'academy_first_run'),
    passkeysDatabaseUrl: urlOf(dataDir, 'academy_with_passkeys'),
    signerUrl: signer.url,
    firstDayUrl: firstDay.url,
  }
  process.env[productVariable] = JSON.stringify(product)
  return async () => {
    await firstDay.stop()
    await academy.stop()
    signer.close()
    google.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

function urlOf(dataDir: string, database: string, role = ownerRole): string {
  const place = choosePlace({ info: () => undefined, warn: () => undefined }, dataDir)
  return socketUrl(place, role, database)
}

async function runOn(databaseUrl: string, statement: string): Promise<void> {
  await withClient(databaseUrl, (client) => client.query(statement))
}

/** Tests run in other processes than the keys: they ask here for a signed credential. */
async function startSigner(google: GoogleStandIn): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://signer')
    void google
      .sign(JSON.parse(searchParams.get('claims') ?? '{}'))
      .then((credential) => response.end(credential))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port, not on a path
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}
