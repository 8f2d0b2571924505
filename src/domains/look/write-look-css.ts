import { type DerivedThemes, deriveThemes, needsEdge } from './derive-theme.ts'
import { describeLogo, type Look } from './look.ts'
import { logoPath, lookMark } from './look-addresses.ts'
import { contrast } from './oklch.ts'
import { type Theme, type Token, tokens } from './pairs.ts'
import { firstFont, writeTypeface } from './typefaces.ts'

/** The grounds of the delivered themes, `paper` in `src/ui/tokens.css`. */
const deliveredPaper = { light: '#fffaf2', dark: '#17101f' }

const radii = {
  usual: '',
  square: ':root{--radius-sm:.125rem;--radius-md:.1875rem;--radius-lg:.25rem}',
  round: ':root{--radius-sm:.75rem;--radius-md:1.25rem;--radius-lg:1.75rem}',
}

/** The brand's flower: `src/ui/figures/brand-mark.tsx`. */
const mark = 'svg[viewBox="-16 -16 32 32"]'

/** Covers in tints of the chosen colours; they keep which of them an academy's course has. */
const coverRules =
  '[data-palette]{--cover-ground:var(--color-cover-tint);--cover-line:var(--color-ink);--cover-accent:var(--color-marigold);--cover-spark:var(--color-rani)}' +
  ['1', '2', '4'].map((name) => `[data-palette="${name}"]`).join(',') +
  '{--cover-ground:var(--color-cover-second);--cover-line:var(--color-rani)}' +
  ['5', '6', '7'].map((name) => `[data-palette="${name}"]`).join(',') +
  '{--cover-ground:var(--color-cover-deep);--cover-line:var(--color-cover-line)}'

/** Without their figure; the picture of a course lies over it. */
const plainCovers =
  '[data-palette]>svg{visibility:hidden}[data-palette]::after{content:"";position:absolute;inset:auto 0 0;height:.375rem;background:var(--cover-accent)}[data-palette]:has(img)::after{content:none}'

/** The certificate's border is drawn in one colour then, by its shape. */
const borderRule = '.certificate-border{background:var(--color-marigold);mask:var(--border)}'

/** What the delivered styles take over from a look; empty for the delivered one. */
export function writeLookCss(look: Look): string {
  const { colour, logo } = look
  const themes = colour === null ? null : deriveThemes({ ...look, colour })
  const css = [
    radii[look.corners],
    writeTypeface(look.typeface),
    look.covers === 'plain' && plainCovers,
    themes && writeThemes(themes),
    logo !== null && writeLogo(logo, findPapers(look)),
  ]
  const written = css.filter(Boolean).join('')
  return written && lookMark + written
}

/** The grounds of both themes. */
export function findPapers(look: Look): { light: string; dark: string } {
  if (look.colour === null) return deliveredPaper
  const { light, dark } = deriveThemes({ ...look, colour: look.colour })
  return { light: light.paper, dark: dark.paper }
}

function writeThemes({ light, dark, film }: DerivedThemes): string {
  const write = (theme: Theme, names: readonly Token[] = tokens): string =>
    names.map((name) => `--color-${name}:${theme[name]}`).join(';')
  const hasEdge = needsEdge(light) || needsEdge(dark)
  return [
    `:root{${write(light)}}`,
    inDark(':root', write(dark)),
    `.bg-scrim{--color-marigold:${film.fill};--color-on-marigold:${film.words}}`,
    hasEdge && '.button-primary{border-color:var(--color-button-edge)}',
    `.printed-sheet{${write(light, ['paper', 'ink', 'ink-soft', 'marigold', 'rani'])}}`,
    coverRules,
    borderRule,
  ]
    .filter(Boolean)
    .join('')
}

/** A logo that one theme's ground would swallow lies on a plate there. */
function writeLogo(logo: string, papers: { light: string; dark: string }): string {
  const { colour, aspect } = describeLogo(logo)
  const plate = (ground: string): string =>
    `background-color:${ground};border-radius:var(--radius-sm);padding:.25rem`
  const isLost = (paper: string): boolean => contrast(colour, paper) < 2
  return [
    `${mark}{width:auto;max-width:10rem;aspect-ratio:${aspect.toFixed(3)};background:url(${logoPath(logo, 'mark')}) center/contain no-repeat content-box border-box}`,
    isLost(papers.light) ? `${mark}{${plate(papers.dark)}}` : '',
    isLost(papers.dark)
      ? inDark(mark, plate('#ffffff'))
      : isLost(papers.light)
        ? inDark(mark, 'background-color:transparent')
        : '',
    `${mark} *{display:none}`,
  ].join('')
}

function inDark(selector: string, css: string): string {
  const [one, other] = [':not([data-theme=light])', '[data-theme=dark]'].map((theme) =>
    selector === ':root' ? `:root${theme}` : `:root${theme} ${selector}`,
  )
  return `@media(prefers-color-scheme:dark){${one}{${css}}}${other}{${css}}`
}

/** A page as it was rendered, in the look: its styles, and what the browser colours around it. */
export function dressPage(html: string, look: Look): string {
  const css = writeLookCss(look)
  if (css === '') return html
  const papers = findPapers(look)
  const font = firstFont(look.typeface)
  return (
    font === null ? html : html.replace(/href="[^"]*anek-latin[^"]*\.woff2"/, `href="${font}"`)
  )
    .replace('</style>', (end) => css + end)
    .replace(`content="${deliveredPaper.light}" media`, `content="${papers.light}" media`)
    .replace(`content="${deliveredPaper.dark}" media`, `content="${papers.dark}" media`)
}
