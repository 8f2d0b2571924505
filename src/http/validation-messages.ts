import * as z from 'zod'

/** Stands for what has no name, such as the whole of what was sent. */
const unnamed = 'This field'

/**
 * Plain sentences for rules that carry no message of their own, the same in forms and on the wire.
 * Called once by the server and once by each form's chunk.
 */
export function useValidationMessages(): void {
  z.config({
    customError: (issue) => {
      const label = labelOf(issue.path ?? [])
      switch (issue.code) {
        case 'invalid_type':
          if (issue.input === undefined || issue.input === null) return required(label)
          return `${label} must be ${nameOf(issue.expected)}.`
        case 'too_small':
          if (issue.origin === 'string') {
            return Number(issue.minimum) <= 1
              ? required(label)
              : `${label} needs at least ${issue.minimum} characters.`
          }
          if (issue.origin === 'array') return `${label} needs at least ${issue.minimum}.`
          return `${label} must be at least ${issue.minimum}.`
        case 'too_big':
          return issue.origin === 'string'
            ? `${label} may have at most ${issue.maximum} characters.`
            : `${label} may be at most ${issue.maximum}.`
        case 'invalid_format':
          if (issue.format === 'email') return 'Please enter a valid e-mail address.'
          if (issue.format === 'url') return `${label} must be a web address.`
          return `${label} is not in the right format.`
        case 'unrecognized_keys':
          return `Unknown: ${issue.keys.join(', ')}.`
        default:
          return `Please check ${label.charAt(0).toLowerCase()}${label.slice(1)}.`
      }
    },
  })
}

function required(label: string): string {
  return label === unnamed ? 'Please fill in this field.' : `${label} is required.`
}

function labelOf(path: readonly PropertyKey[]): string {
  const name = path.findLast((part) => typeof part === 'string')
  if (typeof name !== 'string') return unnamed
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function nameOf(expected: string): string {
  const names: Record<string, string> = {
    string: 'text',
    number: 'a number',
    int: 'a whole number',
    array: 'a list',
    object: 'an object',
    boolean: 'true or false',
  }
  return names[expected] ?? expected
}
