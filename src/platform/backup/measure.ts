import { createHash, type Hash, hash } from 'node:crypto'
import type { PartTail } from './format.ts'

const lineEnd = 0x0a
const mask = 2n ** 64n - 1n

export interface Measure {
  add(chunk: Buffer): void
  result(): PartTail
}

/**
 * Measures what passes by, however it is cut. The checksum of the rows is a sum over their hashes, so
 * that two readings of one table agree although the rows come in another order.
 */
export function startMeasure(): Measure {
  const whole = createHash('sha256')
  let sizeInBytes = 0
  let rows = 0
  let high = 0n
  let low = 0n
  /** Of a row whose end has not come yet: it may be as long as a file. */
  let begun: Hash | undefined

  function addRow(digest: Buffer): void {
    high = (high + digest.readBigUInt64BE(0)) & mask
    low = (low + digest.readBigUInt64BE(8)) & mask
    rows += 1
  }

  return {
    add: (chunk) => {
      whole.update(chunk)
      sizeInBytes += chunk.length
      let start = 0
      // COPY writes a line end inside a value as \n, so every byte of that kind ends a row.
      for (let end = chunk.indexOf(lineEnd); end !== -1; end = chunk.indexOf(lineEnd, start)) {
        const piece = chunk.subarray(start, end)
        addRow(begun?.update(piece).digest() ?? hash('sha256', piece, 'buffer'))
        begun = undefined
        start = end + 1
      }
      if (start === chunk.length) return
      begun ??= createHash('sha256')
      begun.update(chunk.subarray(start))
    },
    result: () => ({
      size_in_bytes: sizeInBytes,
      sha256: whole.copy().digest('hex'),
      rows,
      rows_checksum: ((high << 64n) | low).toString(16).padStart(32, '0'),
    }),
  }
}

export async function measureAll(content: AsyncIterable<Buffer>): Promise<PartTail> {
  const measure = startMeasure()
  for await (const chunk of content) measure.add(chunk)
  return measure.result()
}

/** Whether two readings saw the same rows. */
export function holdSameRows(one: PartTail, other: PartTail): boolean {
  return one.rows === other.rows && one.rows_checksum === other.rows_checksum
}
