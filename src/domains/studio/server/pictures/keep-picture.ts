import { randomBytes } from 'node:crypto'
import type { Database } from '../../../../platform/database/database.ts'
import type { MediaStore } from '../../../../platform/media/media-store.ts'
import { picturePath } from '../../../../shared/figures/own-picture.ts'
import { uploadedPictures } from '../tables.ts'
import { originalKey, type PictureShape, pictureKey } from './picture-key.ts'
import { resizePicture } from './resize-picture.ts'

export interface PictureDependencies {
  db: Database
  media: MediaStore
}

interface SentPicture {
  content: Buffer
  shape: PictureShape
  /** Null: nobody whom we know. */
  by: string | null
}

/** Keeps a picture in all its sizes, and tells its address, which never shows another picture. */
export async function keepPicture(
  { db, media }: PictureDependencies,
  { content, shape, by }: SentPicture,
): Promise<{ url: string; colour: string }> {
  const { colour, original, sizes } = await resizePicture(content, shape)
  const id = `${colour}-${randomBytes(8).toString('hex')}`
  // The row comes first: what breaks off now is tidied away like any picture without a course.
  await db.insert(uploadedPictures).values({ id, uploadedBy: by })
  await media.write(originalKey(id), original, { type: 'image/webp' })
  for (const { width, format, content } of sizes) {
    await media.write(pictureKey(id, width, format), content, { type: `image/${format}` })
  }
  return { url: picturePath(id), colour: `#${colour}` }
}
