import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { pack } from './pack.ts'

const packable = new Set(['.js', '.css', '.svg', '.json', '.txt', '.xml', '.map', '.webmanifest'])

/** Writes `.br` and `.gz` beside every text file of a finished build, at the smallest size. */
export async function packAssets(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true })
  for (const file of files.filter((name) => packable.has(extname(name)))) {
    const path = join(folder, file)
    const packed = await pack(await readFile(path), 11)
    if (packed.br) await writeFile(`${path}.br`, packed.br)
    if (packed.gzip) await writeFile(`${path}.gz`, packed.gzip)
  }
}
