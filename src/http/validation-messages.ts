import * as z from 'zod'
import { msg, t } from '../shared/i18n/translate.ts'

/**
 * Plain sentences for rules that carry no message of their own, the same in forms and on the wire, in
 * the language of who reads them. Called once by the server and once by each form's chunk.
 */
export function useValidationMessages(): void {
  z.config({
    customError: (issue) => {
      const label = labelOf(issue.path ?? [])
      const field = label ?? t('This field')
      switch (issue.code) {
        case 'invalid_type':
          if (issue.input === undefined || issue.input === null) return required(label)
          return t('{field} must be {kind}.', { field, kind: nameOf(issue.expected) })
        case 'too_small': {
          const least = Number(issue.minimum)
          if (issue.origin === 'string') {
            return least <= 1
              ? required(label)
              : t(
                  '{field} needs at least {count, plural, one {{count} character} other {{count} characters}}.',
                  { field, count: least },
                )
          }
          if (issue.origin === 'array')
            return t('{field} needs at least {least}.', { field, least })
          return t('{field} must be at least {least}.', { field, least })
        }
        case 'too_big': {
          const most = Number(issue.maximum)
          return issue.origin === 'string'
            ? t(
                '{field} may have at most {count, plural, one {{count} character} other {{count} characters}}.',
                { field, count: most },
              )
            : t('{field} may be at most {most}.', { field, most })
        }
        case 'invalid_format':
          if (issue.format === 'email') return t('Please enter a valid e-mail address.')
          if (issue.format === 'url') return t('{field} must be a web address.', { field })
          return t('{field} is not in the right format.', { field })
        case 'unrecognized_keys':
          return t('Unknown: {names}.', { names: issue.keys.join(', ') })
        default:
          return t('Please check {field}.', {
            field: field.charAt(0).toLowerCase() + field.slice(1),
          })
      }
    },
  })
}

function required(label: string | null): string {
  return label === null
    ? t('Please fill in this field.')
    : t('{field} is required.', { field: label })
}

/** Those of which people read; others are named as callers write them. */
const labels = new Map([
  ['email', msg('Email')],
  ['name', msg('Name')],
  ['password', msg('Password')],
  ['current_password', msg('Current password')],
])

/** Null: it has no name, such as the whole of what was sent. */
function labelOf(path: readonly PropertyKey[]): string | null {
  const name = path.findLast((part) => typeof part === 'string')
  if (typeof name !== 'string') return null
  const words = name.replaceAll('_', ' ')
  return t(labels.get(name) ?? words.charAt(0).toUpperCase() + words.slice(1))
}

const kinds = new Map([
  ['string', msg('text')],
  ['number', msg('a number')],
  ['int', msg('a whole number')],
  ['array', msg('a list')],
  ['object', msg('an object')],
  ['boolean', msg('true or false')],
])

function nameOf(expected: string): string {
  return t(kinds.get(expected) ?? expected)
}
