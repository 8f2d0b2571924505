import type { Readable } from 'node:stream'

/** Both ends are counted; `to` left out or behind the end means up to the end. */
export interface ByteRange {
  from: number
  to?: number | undefined
}

/** What is told of a file that is fetched by a link. */
export interface MediaLinkOptions {
  expiresInSeconds: number
  /** Set: the browser keeps it as a file of this name instead of showing it. */
  filename?: string | undefined
  type?: string | undefined
}

interface AboutMedia {
  type: string
  /** At most; without it a stream of more than 80 GB is refused by some stores. */
  sizeInBytes?: number
}

/** Where the academy's own files lie: a folder, or a store that speaks S3. Keys are like paths. */
export interface MediaStore {
  /** The file is there whole, with its type, once this resolves; when it fails, what was there stays. */
  write(key: string, content: Readable | Buffer, about: AboutMedia): Promise<void>
  /** The same from a file of this machine, which stays where it is and does not change any more. */
  writeFrom(path: string, key: string, about: { type: string }): Promise<void>
  /** Where the file lies on this machine, for other programs to read; null: in another store. */
  pathOf(key: string): string | null
  /**
   * Null: no such file. `sizeInBytes` is the whole file's. The stream is read to its end or destroyed
   * by who asked for it. A range that begins behind the end is a RangeError.
   */
  read(key: string, range?: ByteRange): Promise<MediaContent | null>
  /** Null: no such file. */
  sizeOf(key: string): Promise<number | null>
  /** Does nothing where there is no such file. */
  remove(key: string): Promise<void>
  /** The keys without a slash that begin like this, in no promised order. */
  list(prefix: string): Promise<string[]>
  /**
   * Removes what writes of keys without a slash that begin like this left behind when they were cut
   * short. Only for whom no such write is under way.
   */
  removeUnfinished(prefix: string): Promise<void>
  /** An address that anybody can fetch from until it expires. Null: we serve the bytes ourselves. */
  linkFor(key: string, options: MediaLinkOptions): Promise<string | null>
}

export interface MediaContent {
  stream: Readable
  sizeInBytes: number
  type: string
}
