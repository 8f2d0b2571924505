/** 1,00,000 or 100,000 or 100 000; each group has two or three digits, the last one three. */
const grouped = /^\d{1,3}(?:[, ']\d{2,3})*[, ']\d{3}$/
const plain = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i

/**
 * A number as people write it in India and elsewhere: in the digits of its scripts, with groups, with a
 * point or a comma before the fraction. A comma before exactly three last digits is one of groups.
 */
export function readNumber(text: string): number | null {
  const written = withWesternDigits(text.normalize('NFKC'))
    .replaceAll(/[\u2212\u2010-\u2013]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const [, sign = '', rest = ''] = /^([+-]?) ?(.*)$/.exec(written) ?? []
  const [whole = '', ...fraction] = rest.split('.')
  const isGrouped = grouped.test(whole) && fraction.length <= 1
  const ungrouped = isGrouped ? [whole.replaceAll(/[, ']/g, ''), ...fraction].join('.') : rest
  const number = `${sign}${isGrouped ? ungrouped : ungrouped.replace(/^(\d*),(\d+)$/, '$1.$2')}`
  return plain.test(number) && Number.isFinite(Number(number)) ? Number(number) : null
}

/** India's scripts have their digits at the same place of blocks of equal size. */
function withWesternDigits(text: string): string {
  return text.replaceAll(/\p{Nd}/gu, (digit) => {
    const at = (digit.codePointAt(0) ?? 0) - 0x966
    return at >= 0 && at <= 0x409 && at % 0x80 < 10 ? String(at % 0x80) : digit
  })
}
