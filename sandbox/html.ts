/** Markup that may be put into other markup as it is. */
export interface Html {
  readonly markup: string
}

type Value = Html | string | number | readonly Html[]

/** Markup from a template; every value that is not markup itself is escaped. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  const markup = parts.reduce((before, part, index) => {
    const value = values[index - 1]
    return `${before}${value === undefined ? '' : toMarkup(value)}${part}`
  })
  return { markup }
}

function toMarkup(value: Value): string {
  if (typeof value === 'string' || typeof value === 'number') return escape(String(value))
  if ('markup' in value) return value.markup
  return value.map(({ markup }) => markup).join('')
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
