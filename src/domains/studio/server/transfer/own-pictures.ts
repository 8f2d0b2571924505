import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ProblemError } from '../../../../http/problem.ts'
import type { CourseFile } from '../../transfer/course-file.ts'
import { keepPicture, type PictureDependencies } from '../pictures/keep-picture.ts'
import type { PictureShape } from '../pictures/picture-key.ts'
import { readLargestPicture } from '../pictures/read-picture.ts'

export interface OwnPicture {
  type: CourseFile['pictures'][number]['type']
  content: Buffer
}

/** The pictures that lie in this academy, by their addresses below its origin. */
export interface OwnPictures {
  /** Null: there is no such picture here. */
  read: (address: string) => Promise<OwnPicture | null>
  /** Resolves to the address of what was kept; null: it is none that can be kept here. */
  add: (
    picture: OwnPicture,
    kept: { shape: PictureShape; by: string | null },
  ) => Promise<string | null>
}

const coversFolder = fileURLToPath(new URL('../../../../../seed/covers/', import.meta.url))

/** Those that came with the academy, and those that were uploaded. */
export function ownPictures(deps: PictureDependencies): OwnPictures {
  return {
    read: async (address) => (await readSeeded(address)) ?? readUploaded(deps, address),
    add: async ({ type, content }, { shape, by }) => {
      if (type === 'image/svg+xml') return null
      const kept = await keepPicture(deps, { content, shape, by }).catch(refusePicture)
      return kept && kept.url
    },
  }
}

async function readSeeded(address: string): Promise<OwnPicture | null> {
  const name = /^\/covers\/([\w-]+\.\w+)$/.exec(address)?.[1]
  const type = types[extname(name ?? '')]
  if (name === undefined || type === undefined) return null
  const content = await readFile(`${coversFolder}${name}`).catch(() => null)
  return content && { type, content }
}

async function readUploaded(
  { media }: PictureDependencies,
  address: string,
): Promise<OwnPicture | null> {
  const id = /^\/pictures\/([\w-]+)$/.exec(address)?.[1]
  const found = id === undefined ? null : await readLargestPicture(media, id)
  return found && { type: 'image/jpeg', content: found.content }
}

/** What is no picture is left out, with its note; a store that takes nothing is nobody's picture. */
function refusePicture(error: unknown): null {
  if (error instanceof ProblemError && error.code.startsWith('picture_')) return null
  throw error
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
