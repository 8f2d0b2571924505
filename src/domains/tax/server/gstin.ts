import { t } from '../../../shared/i18n/translate.ts'
import { findState } from './indian-states.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** State, PAN (five letters, four digits, a letter), which registration of that PAN, Z, check character. */
const shape = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/

export type ReadGstin = { gstin: string; stateCode: string } | { problem: string }

/** A GSTIN as it is typed, read: its State, or a sentence that says what is wrong. */
export function readGstin(typed: string): ReadGstin {
  const gstin = typed.replaceAll(/[\s-]/g, '').toUpperCase()
  if (!shape.test(gstin)) {
    return { problem: t('A GSTIN has 15 characters, such as 27AAPFU0939F1ZV. Please check it.') }
  }
  if (gstin.at(-1) !== checkCharacterOf(gstin.slice(0, 14))) {
    return {
      problem: t('This GSTIN has a typing mistake: its last character does not fit the rest.'),
    }
  }
  const stateCode = gstin.slice(0, 2)
  if (!findState(stateCode)) {
    return {
      problem: t('No State has the code {code}, with which this GSTIN begins.', {
        code: stateCode,
      }),
    }
  }
  return { gstin, stateCode }
}

/**
 * The fifteenth character by the scheme modulo 36: every second value counts twice, and each product
 * counts with the sum of its digits to the base 36.
 */
export function checkCharacterOf(first14: string): string {
  const sum = Array.from(first14).reduce((total, character, index) => {
    const product = alphabet.indexOf(character) * (index % 2 === 0 ? 1 : 2)
    return total + Math.floor(product / 36) + (product % 36)
  }, 0)
  return alphabet.charAt((36 - (sum % 36)) % 36)
}
