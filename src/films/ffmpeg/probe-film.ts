import * as z from 'zod'
import type { Container } from '../recognise-film.ts'
import type { Ffmpeg } from './find-ffmpeg.ts'
import { runProgram } from './run-program.ts'

/** Looking at a file's head takes no longer, decoding a picture neither. */
const silenceInMs = 60_000

const number = z.coerce.number().optional().catch(undefined)
const probed = z.object({
  format: z.object({ duration: number }).default({ duration: undefined }),
  streams: z
    .array(
      z.object({
        codec_type: z.string().default(''),
        codec_name: z.string().default(''),
        pix_fmt: z.string().default(''),
        width: number,
        height: number,
        duration: number,
        disposition: z.object({ attached_pic: z.number().default(0) }).optional(),
        side_data_list: z.array(z.object({ rotation: number })).optional(),
      }),
    )
    .default([]),
})

export interface Probed {
  durationInSeconds: number
  /** As it is shown, turned. */
  width: number
  height: number
  videoCodec: string
  pixelFormat: string
  /** Null: silent. */
  audioCodec: string | null
}

/** Of 8K cinema, the largest that any camera takes. */
export const mostPixels = 8192 * 4320

/**
 * Nothing but this very file is read, whatever it names, and as nothing else than what it was recognised
 * as. No larger picture is decoded, whatever the file says of itself: a few megabytes could ask for
 * gigabytes of memory.
 */
export function inputArguments(path: string, container: Container): string[] {
  const bounds = ['-max_pixels', String(mostPixels), '-protocol_whitelist', 'file,pipe']
  return [...bounds, '-f', container, '-i', path]
}

/** What ffprobe sees and ffmpeg can decode the first picture of; null: nothing to look at. */
export async function probeFilm(
  { ffmpeg, ffprobe }: Ffmpeg,
  path: string,
  container: Container,
): Promise<Probed | null> {
  const input = inputArguments(path, container)
  const asked = [
    '-v',
    'error',
    '-threads',
    '1',
    ...input,
    '-show_format',
    '-show_streams',
    '-of',
    'json',
  ]
  const { exitCode, stdout } = await runProgram(ffprobe, asked, { silenceInMs })
  const parsed = exitCode === 0 ? probed.safeParse(parseJson(stdout)) : null
  if (!parsed?.success) return null
  const { format, streams } = parsed.data
  const picture = streams.find(
    ({ codec_type, disposition }) => codec_type === 'video' && disposition?.attached_pic !== 1,
  )
  if (!picture?.width || !picture.height) return null
  if (!(await isDecodable(ffmpeg, input))) return null
  const sound = streams.find(({ codec_type }) => codec_type === 'audio')
  const durationInSeconds =
    format.duration ?? picture.duration ?? (await playThrough(ffmpeg, input)) ?? 0
  if (!(durationInSeconds > 0)) return null
  const isTurned = picture.side_data_list?.some(({ rotation = 0 }) => rotation % 180 !== 0)
  const [width, height] = isTurned
    ? [picture.height, picture.width]
    : [picture.width, picture.height]
  return {
    durationInSeconds,
    width,
    height,
    videoCodec: picture.codec_name,
    pixelFormat: picture.pix_fmt,
    audioCodec: sound?.codec_name ?? null,
  }
}

async function isDecodable(ffmpeg: string, input: string[]): Promise<boolean> {
  const quiet = ['-v', 'error', '-nostdin', '-threads', '1']
  const args = [...quiet, ...input, '-map', '0:V:0', '-frames:v', '1']
  const told = ['-progress', 'pipe:1', '-f', 'null', '-']
  const { exitCode, stdout } = await runProgram(ffmpeg, [...args, ...told], { silenceInMs })
  return exitCode === 0 && /^frame=[1-9]/m.test(stdout)
}

/** Recordings of browsers do not say how long they are. */
async function playThrough(ffmpeg: string, input: string[]): Promise<number | null> {
  const args = ['-v', 'error', '-nostdin', ...input, '-c', 'copy', '-f', 'null']
  const told = ['-progress', 'pipe:1', '-']
  const { stdout } = await runProgram(ffmpeg, [...args, ...told], { silenceInMs })
  const last = [...stdout.matchAll(/^out_time_us=(\d+)/gm)].at(-1)?.[1]
  return last === undefined ? null : Number(last) / 1e6
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
