export type SizeName = '1080p' | '720p' | '480p' | 'data_saver' | 'sound_only' | 'original'

/** One file of a film; all of them have the same seconds. */
export interface Rendition {
  name: SizeName
  /** Null: sound alone, or not known. */
  height: number | null
  bits_per_second: number
  size_in_bytes: number
  url: string
}

/** One of the academy's own films, as a course tells of it. */
export interface Film {
  duration_in_seconds: number
  poster: string | null
  renditions: readonly Rendition[]
  captions: readonly { language: string; label: string; url: string }[]
  /** `at` in seconds. */
  chapters: readonly { at: number; title: string }[]
  /** Small pictures in one file, row after row; width and height are those of one. */
  sprite: {
    url: string
    columns: number
    rows: number
    every_in_seconds: number
    width: number
    height: number
  } | null
}

/** An address that plays now, and the film behind it if it is one of the academy's own. */
export interface FreshLink {
  url: string
  film?: Film | undefined
}
