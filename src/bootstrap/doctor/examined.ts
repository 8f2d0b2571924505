import type { CheckState } from '../../domains/operations/check-states.ts'

/** What a look at one thing found, what it means, and how it is mended. */
export interface Examined {
  item: string
  state: CheckState
  sentence: string
  /** Left out where all is well, or where the sentence says it. */
  mend?: string
}

/** As one says it: 12.5 GB, 80 MB. */
export function describeSize(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.round(bytes / 1e6)} MB`
}
