export interface RangeToSend {
  from: number
  /** Counted. */
  to: number
}

/**
 * The one range of a Range header, within the file. Null: the whole file is meant, also where the
 * header is of another form or asks for several. 'unsatisfiable': it lies behind the end.
 */
export function readByteRange(
  header: string | undefined,
  sizeInBytes: number,
): RangeToSend | 'unsatisfiable' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return null
  const [, first = '', last = ''] = match
  if (first === '') {
    const length = Math.min(Number(last), sizeInBytes)
    return length === 0 ? 'unsatisfiable' : { from: sizeInBytes - length, to: sizeInBytes - 1 }
  }
  const from = Number(first)
  const to = last === '' ? sizeInBytes - 1 : Math.min(Number(last), sizeInBytes - 1)
  if (last !== '' && Number(last) < from) return null
  return from >= sizeInBytes ? 'unsatisfiable' : { from, to }
}
