import type { ShownFilm } from '../film-queries.ts'
import type { Pause } from './pause.ts'

const partInBytes = 16 * 1024 * 1024

/** The original from the academy, part by part: its links are good for some minutes only. */
export async function fetchOriginal(
  askFilm: () => Promise<ShownFilm>,
  { pause, onProgress }: { pause: Pause; onProgress: (fraction: number) => void },
): Promise<Blob> {
  const parts: Blob[] = []
  let original = (await askFilm()).original
  let at = 0
  while (original && at < original.size_in_bytes) {
    await pause.passed()
    const last = Math.min(at + partInBytes, original.size_in_bytes) - 1
    const answer = await fetch(original.url, { headers: { range: `bytes=${at}-${last}` } })
    if (answer.status === 206) {
      parts.push(await answer.blob())
      at = last + 1
      onProgress(at / original.size_in_bytes)
    } else if (answer.status === 403) original = (await askFilm()).original
    else throw new Error(`The original could not be fetched (${answer.status}).`)
    if (answer.status === 403) await new Promise((resolve) => setTimeout(resolve, 1000))
  }
  return new Blob(parts)
}
