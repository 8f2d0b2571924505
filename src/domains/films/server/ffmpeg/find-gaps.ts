import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Container } from '../recognise-film.ts'
import type { Ffmpeg } from './find-ffmpeg.ts'
import { inputArguments } from './probe-film.ts'
import { runProgram } from './run-program.ts'

/** From and to, in seconds. */
export type Gap = [from: number, to: number]

/** Where picture or sound is away for longer than a second, and where the last of both ends. */
export interface Gaps {
  picture: Gap[]
  sound: Gap[]
  endsAt: number
}

/** Of pictures that stand still a recording may keep one in a while; less than this is nobody's loss. */
const longestWaitInSeconds = 1
const streams = [
  ['picture', 'V:0'],
  ['sound', 'a:0'],
] as const
type Kind = (typeof streams)[number][0]

/**
 * What of a film there is to play, by the times of its pieces; nothing is decoded. Null: the file tells
 * of none, or its reader was ended before it had told of all.
 */
export async function findGaps(
  { ffprobe }: Ffmpeg,
  path: string,
  container: Container,
): Promise<Gaps | null> {
  const gaps = gatherGaps()
  const shown = ['-show_entries', 'packet=pts_time,duration_time,flags', '-of', 'csv=p=0']
  const read = async ([kind, stream]: (typeof streams)[number]) => {
    const asked = ['-v', 'quiet', ...inputArguments(path, container), '-select_streams', stream]
    const { exitCode } = await runProgram(ffprobe, [...asked, ...shown], {
      onLine: (line) => {
        const [at, length, flags = ''] = line.split(',')
        // Some files hold what was cut away before their beginning.
        if (!flags.includes('D')) gaps.add(kind, Number(at), Number(length) || 0)
      },
    })
    return exitCode !== null
  }
  const reads = streams.map(read)
  await Promise.allSettled(reads) // none goes on reading once this has failed
  const haveEnded = await Promise.all(reads)
  return haveEnded.every(Boolean) ? gaps.read() : null
}

/** The arguments of ffmpeg that write down, beside what it makes, the time of each picture and sound. */
export function timesOutput(path: string): string[] {
  const codecs = ['-c:v', 'wrapped_avframe', '-c:a', 'pcm_s16le']
  return ['-map', '0:V:0', '-map', '0:a:0?', ...codecs, '-f', 'framecrc', path]
}

/** What of a film could be decoded, from the file of `timesOutput`. */
export async function readDecodedGaps(path: string): Promise<Gaps | null> {
  const gaps = gatherGaps()
  const kinds = new Map<string, Kind>()
  const units = new Map<string, number>()
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const [, about, head = '', rest = ''] = /^#(tb|media_type) (\d+): (.+)$/.exec(line) ?? []
    if (about === 'tb') {
      const [over = 1, under = 1] = rest.split('/').map(Number)
      units.set(head, over / under)
    } else if (about === 'media_type') kinds.set(head, rest === 'video' ? 'picture' : 'sound')
    const [stream = '', , at, length] = line.split(',').map((part) => part.trim())
    const kind = kinds.get(stream)
    const unit = units.get(stream) ?? 0
    if (kind) gaps.add(kind, Number(at) * unit, Number(length) * unit)
  }
  return gaps.read()
}

function gatherGaps() {
  const found: Record<Kind, Gap[]> = { picture: [], sound: [] }
  const latest: Record<Kind, number | null> = { picture: null, sound: null }
  let beginsAt = Number.POSITIVE_INFINITY
  let endsAt = 0
  return {
    add: (kind: Kind, at: number, length: number) => {
      if (!Number.isFinite(at)) return
      beginsAt = Math.min(beginsAt, at)
      endsAt = Math.max(endsAt, at + length)
      const before = latest[kind] ?? at
      if (at - before > longestWaitInSeconds) found[kind].push([before, at])
      latest[kind] = Math.max(before, at)
    },
    read: (): Gaps | null => {
      if (beginsAt > endsAt) return null
      const shift = ([from, to]: Gap): Gap => [from - beginsAt, to - beginsAt]
      const [picture, sound] = [found.picture.map(shift), found.sound.map(shift)]
      return { picture, sound, endsAt: endsAt - beginsAt }
    },
  }
}
