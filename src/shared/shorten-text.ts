/** As much as three lines of a card hold on the widest screen, and some more. */
const cardLimit = 220

/** The beginning of a long text, to the end of a word, for where only a few lines are shown. */
export function shortenText(text: string, limit = cardLimit): string {
  if (text.length <= limit) return text
  const beginning = text.slice(0, limit)
  const end = beginning.search(/\s\S*$/)
  const whole =
    end > limit / 2 ? beginning.slice(0, end) : Array.from(beginning).slice(0, -1).join('')
  return `${whole.trimEnd()}…`
}
