import { cpus } from 'node:os'
import type { FilmFileName, SpriteGrid } from '../../film-file.ts'
import { type SizedName, sizedRenditions } from '../../plan-files.ts'
import { planPosterSecond, planPosterSize, planSpriteGrid } from '../../plan-pictures.ts'
import type { Container } from '../recognise-film.ts'
import { inputArguments } from './probe-film.ts'

export interface Source {
  path: string
  container: Container
  durationInSeconds: number
  width: number
  height: number
  bitsPerSecond: number
}

/** How one file is made, and what is known of it before. */
export interface Encoding {
  args: string[]
  type: 'video/mp4' | 'audio/mp4' | 'image/jpeg'
  /** Of a picture. */
  width: number | null
  height: number | null
  grid: SpriteGrid | null
}

/** At most; films of slides and voices stay far below. */
const kilobits: Record<SizedName, number> = { '1080p': 4000, '720p': 2200, '480p': 1000 }
/** From here on only whole pictures of the film are looked at: every other would be decoded in vain. */
const longFilmInSeconds = 600

/** The arguments of ffmpeg that make one file of a film at `path`. */
export function planEncoding(name: FilmFileName, source: Source, path: string): Encoding {
  if (name === 'poster') return planPoster(source, path)
  if (name === 'sprite') return planSprite(source, path)
  if (name === 'sound_only') {
    const sound = ['-map', '0:a:0', '-c:a', 'aac', '-b:a', '48k', '-ac', '1', '-ar', '44100']
    return { ...noPicture, type: 'audio/mp4', args: finish(source, sound, path, 'ipod') }
  }
  if (name === 'data_saver_parts') {
    return { ...noPicture, type: 'video/mp4', args: cutIntoParts(source, path) }
  }
  const side = Math.min(source.width, source.height)
  if (name === 'data_saver') {
    // 110 and 32 kbit/s and what holds them together.
    // Fewer sounds in a second, and no pictures out of turn: each would have a line in the file's index.
    const lean = ['-b:v', '105k', '-fpsmax', '15', '-bf', '0']
    const picture = encodeVideo(Math.min(240, side), 110, lean)
    const sound = ['-c:a', 'aac', '-b:a', '32k', '-ac', '1', '-ar', '24000']
    return { ...noPicture, type: 'video/mp4', args: finish(source, [...picture, ...sound], path) }
  }
  if (name === 'original') throw new Error('The original is not made')
  const most = Math.min(kilobits[name], Math.max(150, Math.round(source.bitsPerSecond / 1000)))
  const wanted = Math.min(sizedRenditions[name], side)
  const picture = encodeVideo(wanted, most, ['-crf', '23', '-fpsmax', '60'])
  const sound = ['-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-ar', '48000']
  return { ...noPicture, type: 'video/mp4', args: finish(source, [...picture, ...sound], path) }
}

const noPicture = { width: null, height: null, grid: null }

/** `side` is the shorter one; pictures have even numbers of dots. A key picture every two seconds, to jump to. */
function encodeVideo(side: number, mostInKilobits: number, options: string[]): string[] {
  const even = Math.max(2, side - (side % 2))
  const scale = `scale='if(gt(iw,ih),-2,${even})':'if(gt(iw,ih),${even},-2)',format=yuv420p`
  const maps = ['-map', '0:V:0', '-map', '0:a:0?', '-vf', scale]
  const codec = ['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high', ...options]
  const rate = ['-maxrate', `${mostInKilobits}k`, '-bufsize', `${2 * mostInKilobits}k`]
  return [...maps, ...codec, ...rate, '-force_key_frames', 'expr:gte(t,n_forced*2)']
}

/**
 * What phones write of places and people into a film stays out. Nothing plays before the whole index
 * was fetched, so sound and picture take turns of a second: of shorter ones it would list thousands.
 */
function finish({ path, container }: Source, how: string[], out: string, format = 'mp4'): string[] {
  const threads = String(Math.max(1, Math.floor(cpus().length / 2)))
  const quiet = ['-v', 'error', '-nostdin', '-y', '-progress', 'pipe:1', '-threads', threads]
  const plain = ['-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1']
  const fast = ['-threads', threads, '-movflags', '+faststart', '-f', format]
  const turns = ['-chunk_duration', '1000000']
  return [...quiet, ...inputArguments(path, container), ...how, ...plain, ...turns, ...fast, out]
}

/**
 * The same pictures and sounds in fragments of four seconds, of which the index in front has a line each:
 * an hour's is some 20 kB instead of 0.7 MB.
 */
function cutIntoParts({ path, container }: Source, out: string): string[] {
  const quiet = ['-v', 'error', '-nostdin', '-y', '-progress', 'pipe:1']
  const flags = '+frag_keyframe+empty_moov+default_base_moof+global_sidx+skip_trailer'
  const parts = ['-c', 'copy', '-movflags', flags, '-min_frag_duration', '3900000', '-f', 'mp4']
  return [...quiet, ...inputArguments(path, container), ...parts, out]
}

function planPoster(source: Source, path: string): Encoding {
  const { width, height } = planPosterSize(source)
  const at = planPosterSecond(source.durationInSeconds).toFixed(2)
  const input = ['-ss', at, ...inputArguments(source.path, source.container)]
  const filter = `scale=${width}:${height},setsar=1`
  return { type: 'image/jpeg', width, height, grid: null, args: draw(input, filter, path) }
}

function planSprite(source: Source, path: string): Encoding {
  const { durationInSeconds } = source
  const { width, height, grid } = planSpriteGrid(source)
  const skip = durationInSeconds > longFilmInSeconds ? ['-skip_frame', 'nokey'] : []
  const input = [...skip, ...inputArguments(source.path, source.container)]
  const filter = `fps=1/${grid.every_in_seconds}:start_time=0:round=up,scale=${width}:${height},setsar=1,tile=${grid.columns}x${grid.rows}`
  return { type: 'image/jpeg', width, height, grid, args: draw(input, filter, path) }
}

function draw(input: string[], filter: string, path: string): string[] {
  const quiet = ['-v', 'error', '-nostdin', '-y', '-progress', 'pipe:1', '-threads', '1']
  const one = ['-map', '0:V:0', '-frames:v', '1', '-vf', filter, '-pix_fmt', 'yuvj420p']
  return [...quiet, ...input, ...one, '-q:v', '5', '-map_metadata', '-1', '-f', 'mjpeg', path]
}
