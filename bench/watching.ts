import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from '@playwright/test'
import { openWatchedAcademy, type WatchedFile } from './support/open-watched-academy.ts'
import { drawTable, publish, type Section } from './support/report.ts'
import { startProduct } from './support/start-program.ts'
import { type Network, type Watched, watchBareFile, watchLesson } from './support/watch-lesson.ts'

const usualSeconds = '380'
const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    /** Of the film; a longer one than by itself has a section of its own. */
    seconds: { type: 'string', default: usualSeconds },
    /** How long it is watched for stalls. */
    watched: { type: 'string', default: '300' },
    /** Instead: what Auto does when the network turns, in a section of its own. */
    turning: { type: 'boolean', default: false },
    /** Prints only, and publishes nothing. */
    quiet: { type: 'boolean', default: false },
  },
})
const installed = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'

const phone: Network = { name: '1.6 Mbit/s, 150 ms', bitsPerSecond: 1_600_000, latencyInMs: 150 }
const edge: Network = { name: '400 kbit/s, 400 ms', bitsPerSecond: 400_000, latencyInMs: 400 }
const fast: Network = { name: '10 Mbit/s, 50 ms', bitsPerSecond: 10_000_000, latencyInMs: 50 }
const bars = [
  { network: phone, barInMs: 1500 },
  { network: edge, barInMs: 4000 },
]

const academy = await openWatchedAcademy(Number(options.seconds))
const product = await startProduct(academy.database.url, academy.env)
const browser = await chromium.launch({
  ...(existsSync(installed) && { executablePath: installed }),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
})
const viewer = { url: product.url, courseId: academy.courseId, token: academy.owner.token }

const section = await (options.turning ? watchTurning() : watchSlowly())
if (options.quiet) process.stdout.write(`\n${section.text}\n`)
else await publish(academy.database.pool, section)
await browser.close()
await product.stop()
await academy.close()

async function watchTurning(): Promise<Section> {
  const watched = await watchLesson(browser, viewer, {
    network: edge,
    seconds: 110,
    changes: [
      { atInSeconds: 15, network: fast },
      { atInSeconds: 50, network: edge },
    ],
  })
  // What is in hand by then may last to the end, so that nothing smaller is needed.
  if (watched.sizes.length < 2) process.exitCode = 1
  return {
    command: 'bench:watching -- --turning',
    title: 'Watching while the network turns',
    text: `The network turns from ${edge.name} to ${fast.name} after 15 s, and back after 50 s.
Auto: ${tellSizes(watched)}; ${tellStalls(watched)}.`,
  }
}

async function watchSlowly(): Promise<Section> {
  const { table, waterfalls, isMissed } = await compareFirstFrames(browser)
  const seconds = Number(options.watched)
  const long = await watchLesson(browser, viewer, { network: edge, seconds })
  if (isMissed || long.stalls > 0) process.exitCode = 1
  const { seconds: length } = options
  const isUsual = length === usualSeconds
  return {
    command: isUsual ? 'bench:watching' : `bench:watching -- --seconds ${length}`,
    title: isUsual ? 'Watching on a slow line' : `Watching a film of ${length} s on a slow line`,
    text: `A film of ${options.seconds} s, 854×480, that moves everywhere, in a course page that is open already (412 px wide,
Auto). From the press of Play until the film moves in sight: medians of ${options.rounds}, beside a page that has
nothing but a \`<video src>\` of the data saver, in turns.

${table}

What was asked for between the press and the first frame, in ms after the press:

${waterfalls}

At ${edge.name}: ${tellStalls(long)}.

${tableOfFiles(academy.files)}`,
  }
}

async function compareFirstFrames(
  opened: Browser,
): Promise<{ table: string; waterfalls: string; isMissed: boolean }> {
  const rows = [['network', 'first frame, s', 'lowest–highest', 'bar', 'bare `<video>`, s']]
  const waterfalls: string[] = []
  let isMissed = false
  for (const { network, barInMs } of bars) {
    const ours: Watched[] = []
    const bare: Watched[] = []
    const file = (urls: string[]) => urls.find((url) => url.includes('/data_saver.'))
    for (let round = 0; round < Number(options.rounds); round += 1) {
      ours.push(await watchLesson(opened, viewer, { network }))
      bare.push(await watchBareFile(opened, viewer, { network, file }))
    }
    const inOrder = ours.toSorted((left, right) => timeOf(left) - timeOf(right))
    const median = medianOf(ours)
    isMissed ||= median > barInMs
    rows.push([
      network.name,
      `${inSeconds(median)}${median > barInMs ? ' (above)' : ''}`,
      `${inSeconds(timeOf(inOrder[0]))}–${inSeconds(timeOf(inOrder.at(-1)))}`,
      inSeconds(barInMs),
      inSeconds(medianOf(bare)),
    ])
    const shown = inOrder[Math.floor(inOrder.length / 2)]
    waterfalls.push(`${network.name}\n\n${drawWaterfall(shown)}`)
    process.stderr.write('.')
  }
  return { table: drawTable(rows), waterfalls: waterfalls.join('\n\n'), isMissed }
}

function drawWaterfall(watched: Watched | undefined): string {
  const rows = [['what', 'asked', 'first byte', 'end', 'kB']]
  for (const { what, from, firstByte, to, kilobytes } of watched?.asked ?? []) {
    rows.push([
      nameOf(what),
      String(from),
      String(firstByte ?? '–'),
      String(to ?? '–'),
      String(kilobytes),
    ])
  }
  rows.push(['the film moves', String(watched?.firstFrameInMs ?? '–'), '', '', ''])
  return drawTable(rows)
}

/** Without what differs from run to run. */
function nameOf(what: string): string {
  return what
    .replace(/^\/films\/[^/]+\//, '')
    .replace(/^\/api\/courses\/[^/]+/, '/api/courses/{id}')
    .replace(/^\/assets\/(.*)-[\w-]{8}\.js/, '$1.js')
}

function tableOfFiles(files: WatchedFile[]): string {
  const rows = [['file', 'kbit/s', 'MB an hour', 'index in front, kB']]
  for (const { name, bitsPerSecond, indexInBytes } of files) {
    rows.push([
      name,
      (bitsPerSecond / 1000).toFixed(0),
      ((bitsPerSecond * 3600) / 8e6).toFixed(0),
      indexInBytes === null ? '–' : (indexInBytes / 1000).toFixed(0),
    ])
  }
  return drawTable(rows)
}

function tellStalls({ playedInSeconds, stalls, stalledInSeconds }: Watched): string {
  const stood = stalls === 0 ? '' : ` of ${stalledInSeconds.toFixed(1)} s in all`
  return `${playedInSeconds.toFixed(0)} s were played with ${stalls} stalls${stood}`
}

function tellSizes({ sizes }: Watched): string {
  return sizes.map(({ file, atInSeconds }) => `${file} from ${atInSeconds} s on`).join(', ')
}

function timeOf(watched: Watched | undefined): number {
  return watched?.firstFrameInMs ?? Number.POSITIVE_INFINITY
}

function medianOf(all: Watched[]): number {
  const times = all.map(timeOf).toSorted((left, right) => left - right)
  return times[Math.floor(times.length / 2)] ?? 0
}

function inSeconds(ms: number): string {
  return (ms / 1000).toFixed(2)
}
