import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Films are made and measured with ffmpeg; without it (Debian: apt-get install ffmpeg) those tests are left out. */
export const hasFfmpeg = spawnSync('ffprobe', ['-version']).status === 0

interface FilmPlan {
  seconds?: number
  /** Width and height, as in `640x480`. */
  size?: string
  extension?: 'mp4' | 'mov' | 'webm' | 'mkv'
  options?: string[]
}

/** A small film with a picture that moves and a tone. */
export async function makeFilmFile(plan: FilmPlan = {}): Promise<Buffer> {
  const { seconds = 3, size = '320x240', extension = 'mp4', options = [] } = plan
  const folder = await mkdtemp(join(tmpdir(), 'academy-film-'))
  const path = join(folder, `film.${extension}`)
  const picture = ['-f', 'lavfi', '-i', `testsrc=size=${size}:rate=12:duration=${seconds}`]
  const sound = ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`]
  const codecs =
    extension === 'webm'
      ? ['-c:v', 'libvpx', '-c:a', 'libopus']
      : ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac']
  const args = ['-v', 'error', '-nostdin', ...picture, ...sound, ...codecs, ...options, path]
  await promisify(execFile)('ffmpeg', args)
  const bytes = await readFile(path)
  await rm(folder, { recursive: true })
  return bytes
}

/** Nothing but zeros from one part of a file to another, as a broken copy has them; parts from 0 to 1. */
export function makeHole(file: Buffer, from: number, to: number): Buffer {
  return Buffer.from(file).fill(0, Math.floor(file.length * from), Math.floor(file.length * to))
}
