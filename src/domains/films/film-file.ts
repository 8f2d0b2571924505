/** What can be played, the largest first; the original is what was uploaded. */
export const renditionNames = [
  'original',
  '1080p',
  '720p',
  '480p',
  'data_saver',
  'sound_only',
] as const
export type RenditionName = (typeof renditionNames)[number]

/** `data_saver_parts` is the data saver again, in fragments (docs/decisions/0092). */
export const fileNames = [...renditionNames, 'poster', 'sprite', 'data_saver_parts'] as const
export type FilmFileName = (typeof fileNames)[number]

/** The small pictures of the seek bar in one file, row after row. */
export interface SpriteGrid {
  columns: number
  rows: number
  every_in_seconds: number
}

/** One file of a film in the media store. */
export interface FilmFile {
  name: FilmFileName
  type: string
  width: number | null
  height: number | null
  bitsPerSecond: number
  sizeInBytes: number
  sha256: string
  key: string
  grid: SpriteGrid | null
}

const extensions: Record<string, string> = {
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/x-matroska': 'mkv',
  'audio/mp4': 'm4a',
  'image/jpeg': 'jpg',
}

/** By type, for the addresses and keys of files. */
export function extensionOf(type: string): string {
  return extensions[type] ?? 'bin'
}
