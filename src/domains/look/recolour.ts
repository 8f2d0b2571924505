import { deriveThemes } from './derive-theme.ts'
import type { Look } from './look.ts'
import { toHex, toOklch } from './oklch.ts'
import type { Token } from './pairs.ts'

/** The delivered light colours, as mails and drawings spell them, and which of a look takes their place. */
const spelled: Record<string, Token> = {
  '#fffaf2': 'paper',
  '#21152e': 'ink',
  '#5d5069': 'ink-soft',
  '#e9dfd0': 'line',
  '#f2a51a': 'marigold',
  '#c81e63': 'rani',
  '#7a1040': 'rani',
}
/** Words on a button of a mail. */
const button = 'background:#f2a51a;color:#21152e'

/** The look's colours in a drawing or in styles; null: it has none of its own. */
export function recolouring(look: Look): ((text: string) => string) | null {
  if (look.colour === null) return null
  const { light } = deriveThemes({ ...look, colour: look.colour })
  const brand = toOklch(light.marigold)
  const soft = toHex({ ...brand, lightness: (brand.lightness + 1) / 2, chroma: brand.chroma / 2 })
  return (text) =>
    text
      .replaceAll(button, `background:${light.marigold};color:${light['on-marigold']}`)
      .replaceAll(/#[0-9a-f]{6}\b/g, (hex) => {
        const token = spelled[hex]
        if (hex === '#f6cd86') return soft
        return token === undefined ? hex : light[token]
      })
}

/** What templates of sheets ask for by name (`src/platform/pdf/template.typ`). */
export function sheetColours(look: Look): Record<string, string> {
  if (look.colour === null) return {}
  const { light } = deriveThemes({ ...look, colour: look.colour })
  const names = [...new Set(Object.values(spelled)), 'on-marigold'] as const
  return Object.fromEntries(names.map((name) => [`colour-${name}`, light[name]]))
}
