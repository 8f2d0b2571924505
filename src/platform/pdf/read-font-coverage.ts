/**
 * Adds the code points that a TrueType file has a glyph for, read from its `cmap` table.
 * Only the two encodings that carry Unicode in practice are read: segments (4) and groups (12).
 */
export function readFontCoverage(font: Buffer, covered: Set<number>) {
  const cmap = findTable(font, 'cmap')
  if (cmap === undefined) return
  for (let index = 0; index < font.readUInt16BE(cmap + 2); index++) {
    const subtable = cmap + font.readUInt32BE(cmap + 8 + index * 8)
    const format = font.readUInt16BE(subtable)
    if (format === 4) readSegments(font, subtable, covered)
    if (format === 12) readGroups(font, subtable, covered)
  }
}

function findTable(font: Buffer, tag: string): number | undefined {
  for (let index = 0; index < font.readUInt16BE(4); index++) {
    const record = 12 + index * 16
    if (font.toString('latin1', record, record + 4) === tag) return font.readUInt32BE(record + 8)
  }
  return undefined
}

function readSegments(font: Buffer, subtable: number, covered: Set<number>) {
  const lengthOfColumn = font.readUInt16BE(subtable + 6)
  const ends = subtable + 14
  const starts = ends + lengthOfColumn + 2
  const deltas = starts + lengthOfColumn
  const offsets = deltas + lengthOfColumn
  for (let at = 0; at < lengthOfColumn; at += 2) {
    const start = font.readUInt16BE(starts + at)
    const end = font.readUInt16BE(ends + at)
    const delta = font.readUInt16BE(deltas + at)
    const offset = font.readUInt16BE(offsets + at)
    for (let codePoint = start; codePoint <= end; codePoint++) {
      const entry =
        offset === 0 ? codePoint : readGlyph(font, offsets + at + offset, codePoint - start)
      if (entry !== 0 && ((entry + delta) & 0xffff) !== 0) covered.add(codePoint)
    }
  }
}

function readGlyph(font: Buffer, glyphs: number, index: number): number {
  return font.readUInt16BE(glyphs + index * 2)
}

function readGroups(font: Buffer, subtable: number, covered: Set<number>) {
  for (let index = 0; index < font.readUInt32BE(subtable + 12); index++) {
    const group = subtable + 16 + index * 12
    const end = font.readUInt32BE(group + 4)
    for (let codePoint = font.readUInt32BE(group); codePoint <= end; codePoint++)
      covered.add(codePoint)
  }
}
