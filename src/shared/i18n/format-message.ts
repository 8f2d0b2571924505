import { perLanguage } from './language.ts'

export type Values = Readonly<Record<string, string | number>>

const pluralRules = perLanguage((tag) => new Intl.PluralRules(tag))
const numberFormat = perLanguage((tag) => new Intl.NumberFormat(tag))

/**
 * Puts values into a message as ICU writes it: `{name}`, `{count, number}`,
 * `{count, plural, =0 {none} one {# lesson} other {# lessons}}`, `{how, select, card {…} other {…}}`.
 * Nothing is quoted: a message has no brace of its own.
 */
export function formatMessage(message: string, values: Values, counted?: number): string {
  let text = ''
  for (let at = 0; at < message.length; at += 1) {
    const char = message.charAt(at)
    if (char === '{') {
      const end = closingBrace(message, at)
      text += formatArgument(message.slice(at + 1, end), values)
      at = end
    } else if (char === '#' && counted !== undefined) text += numberFormat().format(counted)
    else text += char
  }
  return text
}

function formatArgument(written: string, values: Values): string {
  const [name = '', kind = '', ...rest] = written.split(',').map((part) => part.trim())
  const value = values[name] ?? ''
  if (kind === '') return String(value)
  if (kind === 'number') return numberFormat().format(Number(value))
  const choices = readChoices(rest.join(', '))
  const isPlural = kind === 'plural'
  const chosen =
    choices.get(`=${value}`) ??
    choices.get(isPlural ? pluralRules().select(Number(value)) : String(value)) ??
    choices.get('other') ??
    ''
  return isPlural ? formatMessage(chosen, values, Number(value)) : formatMessage(chosen, values)
}

function readChoices(written: string): Map<string, string> {
  const choices = new Map<string, string>()
  for (let at = 0; written.includes('{', at); ) {
    const start = written.indexOf('{', at)
    const end = closingBrace(written, start)
    choices.set(written.slice(at, start).trim(), written.slice(start + 1, end))
    at = end + 1
  }
  return choices
}

function closingBrace(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1
    if (text[at] === '}') depth -= 1
    if (depth === 0) return at
  }
  return text.length
}
