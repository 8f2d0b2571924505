/** A number that only puts files in order: `01 `, `2. `, `3_`, `4 - `. Not that of "3 ways to cut". */
const ordering = /^(?:0\d{1,2}[\s._)-]+|\d{1,3}\s?[._)]\s*|\d{1,3}\s+[-–]\s+)(?=\p{L})/u

/** What a lesson is called whose film has this name: `02_first-cut.mp4` → `First cut`. */
export function lessonTitleOf(filename: string): string {
  const plain = filename
    .normalize('NFC')
    .replace(/\.[a-z\d]{1,5}$/i, '')
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
  const rest = withoutOrdering(plain)
  const hasWords = /[\s_]/.test(rest)
  const words = (hasWords ? rest : rest.replaceAll('-', ' ')).replaceAll(/[\s_]+/g, ' ').trim()
  const [first = '', ...others] = Array.from(words === '' ? filename : words)
  return cutTitle([first.toLocaleUpperCase('en'), ...others].join(''))
}

export function withoutOrdering(title: string): string {
  return title.replace(ordering, '')
}

/** As much as a lesson can have, without half a letter at the end. */
export function cutTitle(title: string): string {
  return title.slice(0, 200).replace(/[\uD800-\uDBFF]$/, '')
}
