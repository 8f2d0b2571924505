/** The colours of `src/ui/tokens.css` that a look sets; the last are for buttons and drawn covers. */
export const tokens = [
  'paper',
  'sheet',
  'wash',
  'ink',
  'ink-soft',
  'line',
  'edge',
  'marigold',
  'marigold-deep',
  'on-marigold',
  'rani',
  'leaf',
  'leaf-wash',
  'amber',
  'amber-wash',
  'danger',
  'danger-wash',
  'on-danger',
  'focus',
  'button-edge',
  'cover-tint',
  'cover-second',
  'cover-deep',
  'cover-line',
] as const
export type Token = (typeof tokens)[number]
/** Each as `#rrggbb`. */
export type Theme = Record<Token, string>

interface Pair {
  on: readonly Token[]
  tokens: readonly Token[]
  /** WCAG 2: 4.5 for text, 3 for the edges of controls and for large text and drawings. */
  needs: number
}

const grounds = ['paper', 'sheet', 'wash'] as const
const washes = ['leaf-wash', 'amber-wash', 'danger-wash'] as const

/** What stands on what in the kit. */
export const pairs: readonly Pair[] = [
  { on: [...grounds, ...washes, 'line'], tokens: ['ink'], needs: 4.5 },
  { on: [...grounds, ...washes], tokens: ['ink-soft'], needs: 4.5 },
  { on: grounds, tokens: ['rani', 'leaf', 'amber', 'danger'], needs: 4.5 },
  { on: ['leaf-wash'], tokens: ['leaf'], needs: 4.5 },
  { on: ['amber-wash'], tokens: ['amber'], needs: 4.5 },
  { on: ['danger-wash'], tokens: ['danger'], needs: 4.5 },
  { on: ['ink'], tokens: ['paper'], needs: 4.5 },
  { on: ['marigold', 'marigold-deep'], tokens: ['on-marigold'], needs: 4.5 },
  { on: ['danger'], tokens: ['on-danger'], needs: 4.5 },
  { on: [...grounds, ...washes], tokens: ['edge', 'focus'], needs: 3 },
  // A filled button has its words, and an edge where its colour is close to the page's.
  { on: grounds, tokens: ['button-edge'], needs: 3 },
  // Bars, ticks and underlines stand beside words that say the same.
  { on: grounds, tokens: ['marigold'], needs: 1.5 },
  { on: ['cover-tint'], tokens: ['ink'], needs: 3 },
  { on: ['cover-second'], tokens: ['rani'], needs: 3 },
  { on: ['cover-deep'], tokens: ['cover-line'], needs: 3 },
]
