import { msg, t } from '../../shared/i18n/translate.ts'
import type { Look } from './look.ts'
import { contrast, type Oklch, toHex, toOklch } from './oklch.ts'
import { pairs, type Theme, type Token } from './pairs.ts'

export interface DerivedThemes {
  light: Theme
  dark: Theme
  /** For the bar and the buttons over a film, where the ground is black in both themes. */
  film: { fill: string; words: string }
  /** What could not be kept as it was chosen, each a sentence. */
  mended: string[]
}

interface Chosen {
  first: Oklch
  second: Oklch
  neutral: { hue: number; chroma: number }
}

/**
 * Both themes from one or two colours. Grounds come first and are never far from white or black; what
 * stands on them moves in lightness until it can be read, whatever was chosen.
 */
export function deriveThemes(look: Look & { colour: string }): DerivedThemes {
  const first = toOklch(look.colour)
  const second = look.second === null ? first : toOklch(look.second)
  const chosen = { first, second, neutral: neutralOf(look.neutrals, first) }
  const light = deriveTheme(chosen, false)
  const dark = deriveTheme(chosen, true)
  const fill = readableOn(first, [{ ground: '#000000', needs: 3 }], true)
  const film = { fill, words: writeOn(fill) }
  return { light, dark, film, mended: tellMended(look, light, dark) }
}

function neutralOf(kind: Look['neutrals'], { hue, chroma }: Oklch): Chosen['neutral'] {
  if (kind === 'neutral') return { hue, chroma: 0 }
  if (kind === 'brand') return { hue, chroma: Math.min(0.016, chroma) }
  return { hue: kind === 'warm' ? 78 : 250, chroma: 0.012 }
}

function deriveTheme({ first, second, neutral }: Chosen, isDark: boolean): Theme {
  const inkHue = { hue: first.hue, chroma: Math.min(0.04, first.chroma * 0.3) }
  const ground = (light: number, dark: number, strength = 1): string =>
    toHex({
      hue: neutral.hue,
      lightness: isDark ? dark : light,
      chroma: neutral.chroma * strength,
    })
  const tint = (of: Oklch, light: number, dark: number, chroma: number): string =>
    toHex({ hue: of.hue, lightness: isDark ? dark : light, chroma: Math.min(of.chroma, chroma) })
  const theme: Partial<Theme> = {
    ...(isDark ? darkStatus : lightStatus),
    paper: ground(0.986, 0.185),
    sheet: ground(0.994, 0.212, isDark ? 1 : 0.5),
    wash: ground(0.957, 0.228, 1.4),
    line: ground(0.905, 0.3, 1.6),
    'cover-tint': tint(first, 0.91, 0.28, 0.06),
    'cover-second': tint(second, 0.94, 0.24, 0.035),
    'cover-deep': tint(first, 0.33, 0.24, 0.09),
    'cover-line': '#ffffff',
  }
  /** Keeps the colour, or takes the nearest that can be read on all grounds set so far. */
  const set = (token: Token, colour: Oklch): string => {
    const found = readableOn(colour, listNeeds(token, theme), isDark)
    theme[token] = found
    return found
  }
  set('ink', isDark ? { ...neutral, lightness: 0.955 } : { ...inkHue, lightness: 0.22 })
  set('ink-soft', { ...inkHue, lightness: isDark ? 0.77 : 0.45 })
  set('edge', { ...inkHue, lightness: isDark ? 0.62 : 0.6 })
  const marigold = set('marigold', first)
  const words = writeOn(marigold)
  theme['on-marigold'] = words
  theme['marigold-deep'] = deepen(marigold, words, isDark)
  set('button-edge', toOklch(marigold))
  const rani = set('rani', second)
  set('focus', toOklch(rani))
  for (const name of ['leaf', 'amber', 'danger'] as const) set(name, toOklch(theme[name] ?? ''))
  return theme as Theme // each token was set above; a test counts them
}

function listNeeds(token: Token, theme: Partial<Theme>): { ground: string; needs: number }[] {
  return pairs
    .filter(({ tokens }) => tokens.includes(token))
    .flatMap(({ on, needs }) => on.map((name) => ({ ground: theme[name], needs })))
    .filter((need): need is { ground: string; needs: number } => need.ground !== undefined)
}

/** As in `src/ui/tokens.css`: what is done, unclear or wrong looks the same in every academy. */
const lightStatus = {
  leaf: '#1d7a4c',
  'leaf-wash': '#e6f3e9',
  amber: '#9a5b00',
  'amber-wash': '#fdf0d5',
  danger: '#b3261e',
  'danger-wash': '#fcebe8',
  'on-danger': '#ffffff',
}
const darkStatus: typeof lightStatus = {
  leaf: '#67d39c',
  'leaf-wash': '#16301f',
  amber: '#f3bb66',
  'amber-wash': '#382708',
  danger: '#ff9d94',
  'danger-wash': '#3d1716',
  'on-danger': '#2b0b09',
}

/** The colour itself, or the nearest darker one (in the dark theme: lighter one) that all grounds allow. */
function readableOn(
  colour: Oklch,
  grounds: readonly { ground: string; needs: number }[],
  isDark: boolean,
): string {
  const step = isDark ? 0.004 : -0.004
  for (let { lightness } = colour; ; lightness += step) {
    const hex = toHex({ ...colour, lightness })
    const isEnd = isDark ? lightness >= 1 : lightness <= 0
    if (isEnd || grounds.every(({ ground, needs }) => contrast(hex, ground) >= needs)) return hex
  }
}

/** Dark or light words, whichever the colour bears; one of pure black and white always has 4.5:1. */
function writeOn(fill: string): string {
  const { hue, chroma } = toOklch(fill)
  const dark = toHex({ lightness: 0.2, chroma: Math.min(0.04, chroma), hue })
  const better = contrast('#ffffff', fill) >= 4.5 ? '#ffffff' : dark
  return contrast(better, fill) >= 4.5 ? better : '#000000'
}

/** Under the pointer: away from its words where these could not be read otherwise. */
function deepen(fill: string, words: string, isDark: boolean): string {
  const colour = toOklch(fill)
  const usual = isDark ? 0.05 : -0.05
  const [one = fill, other = fill] = [usual, -usual].map((step) =>
    toHex({ ...colour, lightness: colour.lightness + step }),
  )
  return contrast(one, words) >= 4.5 ? one : other
}

function tellMended({ colour, second }: Look, light: Theme, dark: Theme): string[] {
  const first = colour ?? ''
  const text = second ?? first
  const fill = { colour: t(nameColour(first)) }
  const words = { colour: t(nameColour(text)) }
  const told = [
    light.marigold !== first &&
      t(
        'Your {colour} is so light that it would vanish on a light page: buttons and bars use a darker one there.',
        fill,
      ),
    dark.marigold !== first &&
      t(
        'Your {colour} is so dark that it would vanish on a dark page: buttons and bars use a lighter one there.',
        fill,
      ),
    needsEdge(light) && t('Buttons get a darker edge on light pages, so that they stand out.'),
    needsEdge(dark) && t('Buttons get a lighter edge on dark pages, so that they stand out.'),
    light.rani !== text &&
      t(
        'Your {colour} is too light for text on a light page: words and small marks use a darker one.',
        words,
      ),
    dark.rani !== text &&
      t(
        'Your {colour} is too dark for text on a dark page: words and small marks use a lighter one.',
        words,
      ),
  ]
  return told.filter((sentence) => sentence !== false)
}

/** Whether the fill of a button is too close to the page to be its edge, too. */
export function needsEdge(theme: Theme): boolean {
  return theme['button-edge'] !== theme.marigold
}

/** Where each name begins on the circle of hues. */
const hueNames: [number, string][] = [
  [345, msg('pink')],
  [275, msg('purple')],
  [225, msg('blue')],
  [170, msg('teal')],
  [122, msg('green')],
  [84, msg('yellow')],
  [48, msg('orange')],
  [12, msg('red')],
  [0, msg('pink')],
]

function nameColour(hex: string): string {
  const { lightness, chroma, hue } = toOklch(hex)
  if (chroma < 0.03) {
    return lightness > 0.9 ? msg('white') : lightness < 0.3 ? msg('black') : msg('grey')
  }
  return hueNames.find(([from]) => hue >= from)?.[1] ?? ''
}
