import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'

/** Where the two programs lie. */
export interface Ffmpeg {
  ffmpeg: string
  ffprobe: string
}

/**
 * At FFMPEG_PATH, which names the program, in the PATH where it has no slash, or its folder. ffprobe lies
 * beside it, else in the PATH. Null: there is none.
 */
export async function findFfmpeg(
  given = 'ffmpeg',
  searched = process.env['PATH'] ?? '',
): Promise<Ffmpeg | null> {
  const folders = searched.split(delimiter).filter(Boolean)
  const inPath = (name: string): string[] => folders.map((folder) => join(folder, name))
  const named = given.includes('/') ? [given] : inPath(given)
  const found = await programsOf([...named, join(given, 'ffmpeg')])
  for (const ffmpeg of found) {
    const ffprobe = join(dirname(ffmpeg), 'ffprobe')
    if (await isProgram(ffprobe)) return { ffmpeg, ffprobe }
  }
  const [ffmpeg] = found
  const [ffprobe] = await programsOf(inPath('ffprobe'))
  return ffmpeg === undefined || ffprobe === undefined ? null : { ffmpeg, ffprobe }
}

async function programsOf(paths: string[]): Promise<string[]> {
  const are = await Promise.all(paths.map(isProgram))
  return paths.filter((_, index) => are[index])
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK)
    return (await stat(path)).isFile() // a folder may be entered by the same right
  } catch {
    return false
  }
}
