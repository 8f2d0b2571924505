import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CourseFile } from '../../transfer/course-file.ts'

export interface OwnPicture {
  type: CourseFile['pictures'][number]['type']
  content: Buffer
}

/** The pictures that lie in this academy, by their addresses below its origin. */
export interface OwnPictures {
  /** Null: there is no such picture here. */
  read: (address: string) => Promise<OwnPicture | null>
  /** Resolves to the address of what was kept; null: no pictures can be added here. */
  add: (picture: OwnPicture) => Promise<string | null>
}

const coversFolder = fileURLToPath(new URL('../../../../../seed/covers/', import.meta.url))

/** Those that came with the academy. */
export const seededPictures: OwnPictures = {
  read: async (address) => {
    const name = /^\/covers\/([\w-]+\.\w+)$/.exec(address)?.[1]
    const type = types[extname(name ?? '')]
    if (name === undefined || type === undefined) return null
    const content = await readFile(`${coversFolder}${name}`).catch(() => null)
    return content && { type, content }
  },
  add: async () => null,
}

const types: Record<string, OwnPicture['type']> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
}

/** The address below our own origin; null for pictures of the web. */
export function ownAddressOf(address: string, publicUrl: string): string | null {
  const origin = publicUrl.replace(/\/+$/, '')
  const path = address.startsWith(`${origin}/`) ? address.slice(origin.length) : address
  return path.startsWith('/') && !path.startsWith('//') ? path : null
}
