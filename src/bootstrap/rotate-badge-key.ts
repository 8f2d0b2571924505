import { makeBadgeKey } from '../domains/certificates/server/badges/badge-keys.ts'
import { findDatabase } from './find-database.ts'
import { openAcademyDatabase } from './prepare-academy.ts'
import { runCommand } from './run-command.ts'

// `npm run rotate-badge-key`
await runCommand(async (settings, log, closers) => {
  const database = openAcademyDatabase(settings, log, await findDatabase(settings, log, closers))
  closers.push(() => database.close())
  const { db } = database
  const { publicKey } = await makeBadgeKey({ db, env: process.env, dataDir: settings.dataDir })
  return `From now on badges are signed with ${publicKey}. Those that were signed before go on to verify.`
})
