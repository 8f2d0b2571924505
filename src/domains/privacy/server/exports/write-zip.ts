import { Zip, ZipDeflate } from 'fflate'

/** One file of an archive, piece by piece. */
export interface ZipEntry {
  name: string
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>
}

/** A ZIP, written while it is read: no more of it is in memory than one piece of one file. */
export async function* writeZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    ready.push(chunk)
  })
  for await (const { name, pieces } of entries) {
    const file = new ZipDeflate(name)
    zip.add(file)
    for await (const piece of pieces) {
      file.push(piece)
      yield* ready.splice(0)
    }
    file.push(new Uint8Array(), true)
    yield* ready.splice(0)
  }
  zip.end()
  yield* ready.splice(0)
}
