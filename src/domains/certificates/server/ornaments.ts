import { readFileSync } from 'node:fs'

const read = (name: string) =>
  readFileSync(new URL(`../ornaments/${name}.svg`, import.meta.url), 'utf8')

/** A mandala wider than the sheet, open in the middle, where the words stand. */
export const certificateBorder = read('border')
/** The border's own shapes, small enough for the corners of a phone. */
export const cornerRosette = read('rosette')
/** Stands beside the brand on printed sheets. */
export const brandMark = read('mark')
/** Goes round a badge. */
export const badgeWreath = read('wreath')
