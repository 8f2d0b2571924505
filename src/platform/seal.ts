import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const algorithm = 'aes-256-gcm'
const ivInBytes = 12
const tagInBytes = 16

/** Shared by whoever seals something, until that is committed; for the rotation of the key alone. */
export const sealingLock = 'settings key'

/** The same value under the first key; null: no key opens it, and it stays as it is. */
export type Reseal = (name: string, text: string) => string | null

/** The first seals; what any of them sealed is opened. */
export type SealingKeys = readonly Buffer[]

/**
 * Of 32 bytes each, from SETTINGS_KEY or else from `settings.key` in the data folder, made when it is
 * first needed: one a line, more than one while they are rotated.
 */
export async function readSealingKeys(
  given: string | undefined,
  dataDir: string,
): Promise<SealingKeys> {
  const secrets = given || (await readKeyFile(dataDir)) // empty means unset
  return secrets
    .split('\n')
    .filter((line) => line !== '')
    .map((secret) => Buffer.from(hkdfSync('sha256', secret, '', 'academy settings', 32)))
}

/** The name is sealed along: what was sealed as one setting opens as no other. */
export function seal([key = Buffer.of()]: SealingKeys, name: string, value: string): string {
  const iv = randomBytes(ivInBytes)
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(name))
  const sealed = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Null: sealed under another key, or changed. */
export function unseal(keys: SealingKeys, name: string, text: string): string | null {
  for (const key of keys) {
    const opened = unsealBy(key, name, text)
    if (opened !== null) return opened
  }
  return null
}

function unsealBy(key: Buffer, name: string, text: string): string | null {
  const bytes = Buffer.from(text, 'base64url')
  const [iv, rest] = [bytes.subarray(0, ivInBytes), bytes.subarray(ivInBytes)]
  if (rest.length < tagInBytes) return null
  try {
    const decipher = createDecipheriv(algorithm, key, iv)
      .setAAD(Buffer.from(name))
      .setAuthTag(rest.subarray(0, tagInBytes))
    const opened = [decipher.update(rest.subarray(tagInBytes)), decipher.final()]
    return Buffer.concat(opened).toString('utf8')
  } catch {
    return null
  }
}

/** Linked to its place once it is whole: of several processes that make one, the first wins. */
export async function readKeyFile(dataDir: string): Promise<string> {
  const path = join(dataDir, 'settings.key')
  const found = await readIfThere(path)
  if (found !== null) return found
  await mkdir(dataDir, { recursive: true })
  const made = await writeBeside(path, randomBytes(32).toString('base64url'))
  await link(made, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(made, { force: true })
  return readFile(path, 'utf8')
}

/** Takes the place of the file at once, with the newest key first. */
export async function replaceKeyFile(dataDir: string, secrets: string[]): Promise<void> {
  const path = join(dataDir, 'settings.key')
  await rename(await writeBeside(path, secrets.join('\n')), path)
}

async function writeBeside(path: string, content: string): Promise<string> {
  const made = `${path}.${randomBytes(6).toString('hex')}`
  await writeFile(made, content, { mode: 0o600, flush: true })
  return made
}

async function readIfThere(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}
