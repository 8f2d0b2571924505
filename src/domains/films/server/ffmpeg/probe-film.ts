import * as z from 'zod'
import { FilmProblem } from '../film-problem.ts'
import { type Container, soundAlone } from '../recognise-film.ts'
import type { Ffmpeg } from './find-ffmpeg.ts'
import { runProgram } from './run-program.ts'

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
  /** How long picture and sound last by the file's own word; null: it does not say. */
  saidInSeconds: number | null
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
  const { exitCode, stdout } = await runProgram(ffprobe, asked)
  const parsed = exitCode === 0 ? probed.safeParse(parseJson(stdout)) : null
  if (!parsed?.success) return null
  const { format, streams } = parsed.data
  const picture = streams.find(
    ({ codec_type, disposition }) => codec_type === 'video' && disposition?.attached_pic !== 1,
  )
  const sound = streams.find(({ codec_type }) => codec_type === 'audio')
  if (!picture && sound) throw new FilmProblem(soundAlone)
  if (!picture?.width || !picture.height) return null
  if (!(await isDecodable(ffmpeg, input))) return null
  const isTurned = picture.side_data_list?.some(({ rotation = 0 }) => rotation % 180 !== 0)
  const [width, height] = isTurned
    ? [picture.height, picture.width]
    : [picture.width, picture.height]
  // Subtitles may go on behind the end.
  const isAllPlayed = streams.every(({ codec_type }) => /^(?:video|audio)$/.test(codec_type))
  const ofAll = isAllPlayed ? format.duration : undefined
  const saidInSeconds = Math.max(picture.duration ?? 0, sound?.duration ?? 0) || ofAll
  return {
    saidInSeconds: saidInSeconds ?? null,
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
  const { exitCode, stdout } = await runProgram(ffmpeg, [...args, ...told])
  return exitCode === 0 && /^frame=[1-9]/m.test(stdout)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
