import { writeFileSync } from 'node:fs'
import { readSourceFiles, placeOf as standsAt } from '../tests/support/read-imports.ts'

/** Which folder of `src` imports which; a domain by both of its sides. */
type Graph = Map<string, Set<string>>

const picture = new URL('../docs/pictures/architecture.svg', import.meta.url)
const width = 980
const box = { width: 112, height: 46 }
const foundation = ['shared', 'platform', 'http', 'integrations', 'ui']
const captions: Record<string, string> = {
  accounts: 'people, sessions',
  staff: 'roles, audit log',
  access: 'who owns what',
  files: 'uploads',
  films: 'sizes, captions',
  catalogue: 'courses on sale',
  learning: 'player, progress',
  studio: 'courses are made',
  certificates: 'PDF and its proof',
  offers: 'prices, coupons',
  tax: 'invoices, GST',
  checkout: 'orders, refunds',
  finance: 'settlements',
  admin: 'payments, courses',
  learners: 'support',
  analytics: 'figures',
  campaigns: 'mails to many',
  operations: 'backups, checks',
  seo: 'found and shared',
  pages: 'combine domains',
  shared: 'money, time',
  platform: 'settings, database',
  http: 'calls and pages',
  integrations: 'third parties',
  ui: 'controls, layout',
}
/** Rows above and below the domains that build on each other: nobody comes between. */
const rows: Record<string, number> = { accounts: 0, seo: 2 }

/** The picture of the README, from the imports as they are now. */
export function drawArchitecture(): string {
  const graph = withoutImplied(readGraph())
  const domains = [...graph.keys()].filter((name) => !foundation.includes(name))
  const places = new Map([
    ...placeDomains(domains, graph),
    ...foundation.map((name, index) => [name, { x: 20 + index * 132, y: 322 }] as const),
  ])
  const arrows = [...graph].flatMap(([from, targets]) =>
    [...targets]
      .filter((target) => foundation.includes(from) || !foundation.includes(target))
      .map((target) => drawArrow(placeOf(places, from), placeOf(places, target))),
  )
  const boxes = [...places].map(([name, place]) => drawBox(name, captions[name] ?? '', place))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 492" width="${width}" height="492" role="img" aria-label="The folders of the academy and what they import">
${style}
<text class="note" x="20" y="22">The parts are put together by</text>
${drawText('bootstrap', 'processes', 205, 22)}${drawText('app.ts', 'the server’s calls', 360, 22)}${drawText('routes.ts', 'the browser’s screens', 540, 22)}
<text class="note" x="20" y="58">Domains: an arrow points to what a domain imports, left out where others lead there.</text>
<rect class="area" x="8" y="310" width="${width - 16}" height="96" rx="12"/>
<text class="note" x="690" y="342">Foundation: serves every</text>
<text class="note" x="690" y="360">domain and imports none.</text>
${arrows.join('\n')}
${boxes.join('\n')}
${drawBeside()}
</svg>
`
}

function readGraph(): Graph {
  const graph: Graph = new Map()
  for (const { path, imports } of readSourceFiles()) {
    const folder = folderOf(path)
    if (folder === null) continue
    const targets = graph.get(folder) ?? new Set()
    graph.set(folder, targets)
    for (const { target, isOurs } of imports) {
      const other = isOurs ? folderOf(target) : null
      if (other !== null && other !== folder) targets.add(other)
    }
  }
  return new Map([...graph].sort(([one], [other]) => one.localeCompare(other)))
}

/** Null for what stands beside the folders or puts them together. */
function folderOf(path: string): string | null {
  const { folder } = standsAt(path)
  return path.includes('/') && !['bootstrap', '..'].includes(folder) ? folder : null
}

/** Without the arrows that say what a chain of others says. */
function withoutImplied(graph: Graph): Graph {
  return new Map(
    [...graph].map(([from, targets]) => {
      const all = [...targets].sort((one, other) => one.localeCompare(other))
      const isImplied = (target: string): boolean =>
        all.some((other) => other !== target && reaches(graph, other, target))
      return [from, new Set(all.filter((target) => !isImplied(target)))]
    }),
  )
}

function reaches(graph: Graph, from: string, target: string): boolean {
  return [...(graph.get(from) ?? [])].some(
    (next) => next === target || reaches(graph, next, target),
  )
}

interface Place {
  x: number
  y: number
}

/** A column for each step of the longest way to a domain that imports none. */
function placeDomains(domains: string[], graph: Graph): [string, Place][] {
  const depthOf = (name: string): number =>
    Math.max(
      0,
      ...[...(graph.get(name) ?? [])]
        .filter((target) => domains.includes(target))
        .map((target) => depthOf(target) + 1),
    )
  const columns = Math.max(...domains.map(depthOf))
  const step = (width - 40 - box.width) / Math.max(1, columns)
  return domains.map((name) => {
    const row = rows[name] ?? 1
    // Below a gap, so that an arrow upwards meets no box.
    const column = row === 2 ? Math.max(0, depthOf(name) - 0.5) : depthOf(name)
    return [name, { x: 20 + column * step, y: 78 + row * 74 }]
  })
}

function placeOf(places: ReadonlyMap<string, Place>, name: string): Place {
  const place = places.get(name)
  if (!place) throw new Error(`${name} has no place in the picture`)
  return place
}

/** Straight along a row; between rows out of the top or bottom, then along the row it leads to. */
function drawArrow(from: Place, to: Place): string {
  const middle = box.height / 2
  const end = `${round(to.x + box.width + 3)},${to.y + middle}`
  const isNextDoor = from.y === to.y && from.x - to.x < 2 * box.width
  if (isNextDoor)
    return `<path class="arrow" d="M${round(from.x)},${from.y + middle} L${end}" marker-end="url(#head)"/>`
  const x = round(from.x + box.width / 2)
  if (from.y === to.y) {
    const below = round(to.x + box.width / 2)
    const y = from.y + box.height
    return `<path class="arrow" d="M${x},${y} C${x},${y + 26} ${below},${y + 26} ${below},${y + 3}" marker-end="url(#head)"/>`
  }
  const start = `${x},${from.y < to.y ? from.y + box.height : from.y}`
  const corner = `${x},${to.y + middle}`
  return `<path class="arrow" d="M${start} C${corner} ${corner} ${end}" marker-end="url(#head)"/>`
}

function drawBox(name: string, caption: string, { x, y }: Place): string {
  const centre = round(x + box.width / 2)
  return `<rect class="box" x="${round(x)}" y="${y}" width="${box.width}" height="${box.height}" rx="8"/><text class="name" x="${centre}" y="${y + 20}">${name}</text><text class="caption" x="${centre}" y="${y + 36}">${caption}</text>`
}

function drawText(name: string, caption: string, x: number, y: number): string {
  return `<text class="note" x="${x}" y="${y}"><tspan class="term">${name}</tspan> ${caption}</text>`
}

/** What is no folder of `src`: asked over sockets only. */
function drawBeside(): string {
  const ways = [
    [76, 'PostgreSQL 15 or newer, its own or yours'],
    [546, 'Razorpay (or sandbox/), Google, a mail server'],
  ] as const
  return ways
    .map(
      ([x, text]) =>
        `<path class="line" d="M${x},368 L${x},432" marker-end="url(#head)"/><rect class="beside" x="${x - 56}" y="436" width="${text.length * 6.4 + 28}" height="34" rx="17"/><text class="note" x="${x - 40}" y="457">${text}</text>`,
    )
    .join('\n')
}

function round(length: number): number {
  return Math.round(length)
}

const style = `<style>
svg { --ink: #2b2330; --quiet: #6d6272; --line: #8a5a1f; --fill: #fffaf1; --edge: #d9b27c; --area: #f6efe4; color-scheme: light dark; }
@media (prefers-color-scheme: dark) { svg { --ink: #f4ece0; --quiet: #b9adc0; --line: #e0a85a; --fill: #2a2431; --edge: #7b6240; --area: #1f1a25; } }
text { font: 12px system-ui, -apple-system, 'Segoe UI', sans-serif; fill: var(--quiet); }
.name { font-weight: 600; font-size: 14px; fill: var(--ink); text-anchor: middle; }
.caption { font-size: 11px; text-anchor: middle; }
.term { font-weight: 600; fill: var(--ink); }
.box { fill: var(--fill); stroke: var(--edge); }
.area { fill: var(--area); }
.beside { fill: none; stroke: var(--edge); stroke-dasharray: 4 3; }
.arrow, .line { fill: none; stroke: var(--line); stroke-width: 1.5; }
.line { stroke-dasharray: 4 3; }
#head path { fill: var(--line); }
</style>
<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0,0 L8,4 L0,8 Z"/></marker></defs>`

if (import.meta.main) writeFileSync(picture, drawArchitecture())
