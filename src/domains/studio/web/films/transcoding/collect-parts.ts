import { StreamTarget } from 'mediabunny'

const partInBytes = 16 * 1024 * 1024

/** Keeps what is written in order as one file, in parts that the browser may lay on its disk. */
export function collectParts(type: string): { target: StreamTarget; finish: () => Blob } {
  const parts: Blob[] = []
  let open: Uint8Array<ArrayBuffer>[] = []
  let [openInBytes, writtenInBytes] = [0, 0]
  const close = (): void => {
    parts.push(new Blob(open))
    open = []
    openInBytes = 0
  }
  const target = new StreamTarget(
    new WritableStream({
      write: ({ data, position }) => {
        if (position !== writtenInBytes) throw new Error('Written out of order')
        writtenInBytes += data.byteLength
        openInBytes += data.byteLength
        open.push(data.slice())
        if (openInBytes >= partInBytes) close()
      },
    }),
  )
  const finish = (): Blob => {
    close()
    return new Blob(parts, { type })
  }
  return { target, finish }
}
