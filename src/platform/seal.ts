import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const algorithm = 'aes-256-gcm'
const ivInBytes = 12
const tagInBytes = 16

/** 32 bytes, from SETTINGS_KEY or else from `settings.key` in the data folder, made when it is first needed. */
export async function readSealingKey(given: string | undefined, dataDir: string): Promise<Buffer> {
  const secret = given || (await readKeyFile(dataDir)) // empty means unset
  return Buffer.from(hkdfSync('sha256', secret, '', 'academy settings', 32))
}

/** The name is sealed along: what was sealed as one setting opens as no other. */
export function seal(key: Buffer, name: string, value: string): string {
  const iv = randomBytes(ivInBytes)
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(name))
  const sealed = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Null: sealed under another key, or changed. */
export function unseal(key: Buffer, name: string, text: string): string | null {
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
async function readKeyFile(dataDir: string): Promise<string> {
  const path = join(dataDir, 'settings.key')
  const found = await readIfThere(path)
  if (found !== null) return found
  await mkdir(dataDir, { recursive: true })
  const made = join(dataDir, `settings.key.${randomBytes(6).toString('hex')}`)
  await writeFile(made, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
  await link(made, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(made, { force: true })
  return readFile(path, 'utf8')
}

async function readIfThere(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}
