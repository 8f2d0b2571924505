const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** As others read it on a page: the first name, and of the last one a letter. */
export function publicName(name: string): string {
  const [first = '', ...others] = name.trim().split(/\s+/)
  const last = others.at(-1)
  if (last === undefined) return first
  const [initial] = letters.segment(last)
  return `${first} ${initial?.segment ?? ''}.`
}
