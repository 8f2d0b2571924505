import { writeFileSync } from 'node:fs'
import { placeOf, readSourceFiles } from '../tests/support/read-imports.ts'

/** Which folder of `src` imports which; a domain by both of its sides. */
type Graph = Map<string, Set<string>>

const picture = new URL('../docs/pictures/architecture.svg', import.meta.url)
const box = { width: 124, height: 58, gap: 11 }
const inARow = 7
const width = 20 * 2 + inARow * (box.width + box.gap) - box.gap
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
  shared: 'money, time',
  platform: 'settings, database',
  http: 'calls and pages',
  integrations: 'third parties',
  ui: 'controls, layout',
}

/** The picture of the README, from the imports as they are now. */
export function drawArchitecture(): string {
  const all = readGraph()
  const graph = withoutImplied(all)
  const domains = [...graph.keys()]
    .filter((name) => !foundation.includes(name) && name !== 'pages')
    .sort((one, other) => depthOf(all, one) - depthOf(all, other))
  const below = 124 + Math.ceil(domains.length / inARow) * (box.height + box.gap)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${below + 196}" width="${width}" height="${below + 196}" role="img" aria-label="The folders of the academy and what they import">
${style}
<text class="note" x="20" y="22">The parts are put together by</text>
${drawText('bootstrap', 'processes', 205, 22)}${drawText('app.ts', 'the server’s calls', 360, 22)}${drawText('routes.ts', 'the browser’s screens', 540, 22)}
<rect class="box" x="20" y="38" width="${width - 40}" height="40" rx="8"/><text class="name" x="${width / 2}" y="56">pages</text><text class="caption" x="${width / 2}" y="71">screens that show several domains: ${listPages().join(', ')}</text>
<text class="note" x="20" y="106">Domains: each has a server and a web side. It knows those behind its arrow, and what they know.</text>
${domains.map((name, at) => drawBox(graph, name, at, 118)).join('\n')}
<rect class="area" x="8" y="${below}" width="${width - 16}" height="${box.height + 44}" rx="12"/>
<text class="note" x="20" y="${below + 20}">Foundation: serves every domain and imports none.</text>
${foundation.map((name, at) => drawBox(graph, name, at, below + 32)).join('\n')}
${drawBeside(below + box.height + 32)}
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
  const { folder } = placeOf(path)
  return path.includes('/') && !['bootstrap', '..'].includes(folder) ? folder : null
}

/** Without what is known by way of others. */
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

/** The longest way to a folder that imports none. */
function depthOf(graph: Graph, name: string): number {
  return Math.max(0, ...[...(graph.get(name) ?? [])].map((other) => depthOf(graph, other) + 1))
}

function listPages(): string[] {
  const paths = readSourceFiles().map(({ path }) => path.split('/'))
  return [...new Set(paths.filter(([top]) => top === 'pages').map(([, name = '']) => name))].sort()
}

function drawBox(graph: Graph, name: string, at: number, top: number): string {
  const x = 20 + (at % inARow) * (box.width + box.gap)
  const y = top + Math.floor(at / inARow) * (box.height + box.gap)
  const centre = x + box.width / 2
  const known = [...(graph.get(name) ?? [])].filter(
    (other) => foundation.includes(name) || !foundation.includes(other),
  )
  const arrow = known.length > 0 ? `→ ${known.join(', ')}` : ''
  return `<rect class="box" x="${x}" y="${y}" width="${box.width}" height="${box.height}" rx="8"/><text class="name" x="${centre}" y="${y + 19}">${name}</text><text class="caption" x="${centre}" y="${y + 34}">${captions[name] ?? ''}</text><text class="known" x="${centre}" y="${y + 50}">${arrow}</text>`
}

function drawText(name: string, caption: string, x: number, y: number): string {
  return `<text class="note" x="${x}" y="${y}"><tspan class="term">${name}</tspan> ${caption}</text>`
}

/** What is no folder of `src`: asked over sockets only. */
function drawBeside(y: number): string {
  const ways = [
    [217, 'PostgreSQL 15 or newer, its own or yours'],
    [521, 'Razorpay (or sandbox/), Google, a mail server'],
  ] as const
  return ways
    .map(
      ([x, text]) =>
        `<path class="line" d="M${x},${y} L${x},${y + 54}" marker-end="url(#head)"/><rect class="beside" x="${x - 56}" y="${y + 58}" width="${text.length * 6.4 + 28}" height="34" rx="17"/><text class="note" x="${x - 40}" y="${y + 79}">${text}</text>`,
    )
    .join('\n')
}

const style = `<style>
svg { --ink: #2b2330; --quiet: #6d6272; --line: #8a5a1f; --fill: #fffaf1; --edge: #d9b27c; --area: #f6efe4; color-scheme: light dark; }
@media (prefers-color-scheme: dark) { svg { --ink: #f4ece0; --quiet: #b9adc0; --line: #e0a85a; --fill: #2a2431; --edge: #7b6240; --area: #1f1a25; } }
text { font: 12px system-ui, -apple-system, 'Segoe UI', sans-serif; fill: var(--quiet); }
.name { font-weight: 600; font-size: 14px; fill: var(--ink); text-anchor: middle; }
.caption { font-size: 11px; text-anchor: middle; }
.known { font-size: 11px; text-anchor: middle; fill: var(--line); }
.term { font-weight: 600; fill: var(--ink); }
.box { fill: var(--fill); stroke: var(--edge); }
.area { fill: var(--area); }
.beside { fill: none; stroke: var(--edge); stroke-dasharray: 4 3; }
.line { fill: none; stroke: var(--line); stroke-width: 1.5; stroke-dasharray: 4 3; }
#head path { fill: var(--line); }
</style>
<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0,0 L8,4 L0,8 Z"/></marker></defs>`

if (import.meta.main) writeFileSync(picture, drawArchitecture())
