import type { Film } from '../../../catalogue/contract.ts'

export type { Film }
/** One file of a film; all of them have the same seconds. */
export type Rendition = Film['renditions'][number]
export type SizeName = Rendition['name']

/** An address that plays now, and the film behind it if it is one of the academy's own. */
export interface FreshLink {
  url: string
  film?: Film | undefined
}
