const secretName = /passw|secret|token|authorization|cookie|code_hash|api_?key/i
const longestText = 2000
const mostInCharacters = 16_000

/**
 * A value as the audit log keeps it for ever: plain JSON without secrets, and small. Null for nothing.
 */
export function fitForLog(value: unknown): unknown {
  if (value === undefined || value === null) return null
  const text = JSON.stringify(value, (name, inner: unknown) => {
    if (secretName.test(name)) return '(not kept)'
    return typeof inner === 'string' ? shorten(inner) : inner
  })
  if (text === undefined) return null
  if (text.length > mostInCharacters) return { too_long_to_keep: shorten(text) }
  return JSON.parse(text) as unknown
}

/** Without the one character that PostgreSQL's jsonb cannot hold. */
function shorten(text: string): string {
  const kept = text.replaceAll('\0', '').toWellFormed()
  return kept.length <= longestText ? kept : `${kept.slice(0, longestText).toWellFormed()}…`
}
