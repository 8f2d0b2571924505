/** 1,00,000, as India groups, or 100,000 or 100 000. */
const grouped = /^(?:\d{1,3}(?:[, ']\d{3})+|\d{1,2}(?:[, ']\d{2})+[, ']\d{3})$/
const plain = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i

/**
 * A number as India writes it: in the digits of its scripts, with groups, with a point before the fraction.
 * 1,00 is none: neither 1 nor the 1,00,000 that it may become.
 */
export function readNumber(text: string): number | null {
  const number = ungroup(text)
  return plain.test(number) && Number.isFinite(Number(number)) ? Number(number) : null
}

/** As people elsewhere write it, too: a comma before other than three last digits is one of a fraction. */
export function readAnyNumber(text: string): number | null {
  return readNumber(ungroup(text).replace(/^([+-]?\d*),(\d+)$/, '$1.$2'))
}

function ungroup(text: string): string {
  const written = withWesternDigits(text.normalize('NFKC'))
    .replaceAll(/[\u2212\u2010-\u2013]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const [, sign = '', rest = ''] = /^([+-]?) ?(.*)$/.exec(written) ?? []
  const [whole = '', ...fraction] = rest.split('.')
  const isGrouped = grouped.test(whole) && fraction.length <= 1
  return `${sign}${isGrouped ? [whole.replaceAll(/[, ']/g, ''), ...fraction].join('.') : rest}`
}

/** India's scripts have their digits at the same place of blocks of equal size. */
function withWesternDigits(text: string): string {
  return text.replaceAll(/\p{Nd}/gu, (digit) => {
    const at = (digit.codePointAt(0) ?? 0) - 0x966
    return at >= 0 && at <= 0x409 && at % 0x80 < 10 ? String(at % 0x80) : digit
  })
}
