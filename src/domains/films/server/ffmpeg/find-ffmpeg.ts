import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'

/** Where the two programs lie. */
export interface Ffmpeg {
  ffmpeg: string
  ffprobe: string
}

/** At FFMPEG_PATH, which names the program or its folder, or in the PATH; null: there is none. */
export async function findFfmpeg(
  given: string | undefined,
  searched = process.env['PATH'] ?? '',
): Promise<Ffmpeg | null> {
  const folders =
    given === undefined ? searched.split(delimiter).filter(Boolean) : [given, dirname(given)]
  for (const folder of folders) {
    const [ffmpeg, ffprobe] = [join(folder, 'ffmpeg'), join(folder, 'ffprobe')]
    if ((await isProgram(ffmpeg)) && (await isProgram(ffprobe))) return { ffmpeg, ffprobe }
  }
  return null
}

async function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}
