import { makeBadgeKey } from '../domains/certificates/server/badges/badge-keys.ts'
import { makeDocumentKey } from '../domains/certificates/server/signed-pdf/document-keys.ts'
import { findDatabase } from './find-database.ts'
import { openAcademyDatabase } from './prepare-academy.ts'
import { runCommand } from './run-command.ts'

// `npm run rotate-badge-key`
await runCommand(async (settings, log, closers) => {
  const database = openAcademyDatabase(settings, log, await findDatabase(settings, log, closers))
  closers.push(() => database.close())
  const { db } = database
  const kept = { db, env: process.env, dataDir: settings.dataDir }
  const { publicKey } = await makeBadgeKey(kept)
  await makeDocumentKey({ ...kept, brand: settings.brand })
  return `From now on badges are signed with ${publicKey}, and PDFs with a new key, too. Those that were signed before go on to verify.`
})
