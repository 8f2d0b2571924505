import { makeBadgeKey } from '../domains/certificates/server/badges/badge-keys.ts'
import { makeDocumentKey } from '../domains/certificates/server/signed-pdf/document-keys.ts'
import { makePushKey } from '../domains/reminders/server/push-keys.ts'
import type { KeptDependencies } from '../domains/site/server/kept-settings.ts'
import { rotateSettingsKey } from '../domains/site/server/rotate-settings-key.ts'
import { sayCommand } from '../platform/backup/say-command.ts'
import { rotateSigningKey } from '../platform/backup/signing-key.ts'
import { withClient } from '../platform/database/open-client.ts'
import { rotateSecret } from '../platform/rotate-secret.ts'
import { findDatabase } from './find-database.ts'
import { addKeptSettings, openAcademyDatabase } from './prepare-academy.ts'
import { resealOthers } from './reseal-others.ts'
import { runCommand } from './run-command.ts'

interface Rotation {
  /** What it does, and how long what the former one did is good. */
  about: string
  run: (
    deps: KeptDependencies & { ownerUrl: string; readBrand: () => Promise<{ name: string }> },
  ) => Promise<string>
}

const done = 'The new one is used from now on.'

const rotations: Record<string, Rotation> = {
  'media-links': {
    about:
      'signs links to films and files of lessons; those that were made are good for a day at most',
    run: ({ db }) => rotateSecret(db, 'mediaKey').then(() => done),
  },
  codes: {
    about: 'hashes mailed codes and ties Google’s sign-in to a browser; good for their day at most',
    run: ({ db }) => rotateSecret(db, 'codeKey').then(() => done),
  },
  'lesson-openings': {
    about: 'signs when lessons were opened; good for forty days (lessons kept on a device)',
    run: ({ db }) => rotateSecret(db, 'openingKey').then(() => done),
  },
  'unsubscribe-links': {
    about:
      'signs links in mails by which one unsubscribes or answers about a complaint; good for ever',
    run: ({ db }) => rotateSecret(db, 'unsubscribeKey').then(() => done),
  },
  'badge-key': {
    about: 'signs badges and PDFs; the former keys stay published, and what they signed verifies',
    run: async (deps) => {
      const { publicKey } = await makeBadgeKey(deps)
      await makeDocumentKey({ ...deps, brand: await deps.readBrand() })
      return `From now on badges are signed with ${publicKey}, and PDFs with a new key, too. Those that were signed before go on to verify.`
    },
  },
  'push-key': {
    about:
      'tells push services who sends; browsers that were asked with a former key are told by that',
    run: (deps) => makePushKey(deps).then(() => done),
  },
  'backup-key': {
    about:
      'signs backups; earlier ones are restored as before, and are told by the former fingerprint',
    run: async ({ ownerUrl }) => {
      await withClient(ownerUrl, rotateSigningKey)
      return done
    },
  },
  'settings-key': {
    about:
      'seals keys and passwords that were set in the browser, authenticator apps, and the keys of badges, PDFs and pushes; with SETTINGS_KEY: its first line',
    run: async (deps) => {
      const unopened = await rotateSettingsKey({ ...deps, resealOthers })
      if (unopened.length === 0) return 'All is sealed under the new one.'
      return `All but this is sealed under the new one, which none of the keys here opens: ${unopened.join(', ')}.`
    },
  },
}

const elsewhere = `Elsewhere: Razorpay’s keys, its webhook secret (several may be given, the new one first), the password of the
mail server and the keys of stores are changed where they were made, then on Admin → Settings or in the
environment, and are used within a second. BACKUP_KEY encrypts backups: one that was made with the former
key is restored with the former key. SETTINGS_KEY stands in the environment alone.`

// `npm run rotate-secret -- NAME…|--all|--list`
await runCommand(async (settings, log, closers) => {
  const asked = process.argv.slice(2)
  const all = Object.keys(rotations)
  const list = all.map((name) => `${name.padEnd(18)} ${rotations[name]?.about}`).join('\n')
  if (asked.length === 0 || asked.includes('--list')) {
    return `Secrets of the academy, each rotated by ${sayCommand('rotate-secret', 'NAME')}, all by --all:\n\n${list}\n\n${elsewhere}`
  }
  const names = asked.includes('--all') ? all : asked
  const unknown = names.filter((name) => !rotations[name])
  if (unknown.length > 0) throw new Error(`There is no secret ${unknown.join(', ')}:\n\n${list}`)
  const { url, ownerUrl } = await findDatabase(settings, log, closers)
  const database = openAcademyDatabase(settings, log, url)
  closers.push(() => database.close())
  const deps = {
    db: database.db,
    env: process.env,
    dataDir: settings.dataDir,
    ownerUrl,
    readBrand: async () => (await addKeptSettings(settings, database)).brand,
  }
  // One that fails cuts no other short.
  const ended = await Promise.allSettled(names.map(async (name) => rotations[name]?.run(deps)))
  const lines = ended
    .map((end, at) => `${names[at]}: ${end.status === 'fulfilled' ? end.value : end.reason}`)
    .join('\n')
  if (ended.some(({ status }) => status === 'rejected')) throw new Error(lines)
  return lines
})
