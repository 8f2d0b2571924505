import { randomBytes } from 'node:crypto'

/** Crockford's base 32: no letter that looks like a digit. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const groups = 3
const charactersInGroup = 4

/**
 * A fresh id such as `KA-7F3K-9Q2M-XD4T`: the brand's initials and 60 random bits, which can be
 * read out on the phone and not be guessed.
 */
export function newCertificateId(brandName: string): string {
  const random = Array.from(randomBytes(groups * charactersInGroup), (byte) => alphabet[byte % 32])
  const parts = Array.from({ length: groups }, (_, index) =>
    random.slice(index * charactersInGroup, (index + 1) * charactersInGroup).join(''),
  )
  return [initialsOf(brandName), ...parts].join('-')
}

function initialsOf(brandName: string): string {
  const initials = brandName
    .match(/\b[A-Za-z]/g)
    ?.slice(0, 3)
    .join('')
    .toUpperCase()
  return initials || 'C'
}
