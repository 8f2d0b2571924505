import { once } from 'node:events'
import { Readable } from 'node:stream'
import type pg from 'pg'
import type { Table } from './format.ts'

/** What `pg` hands to its queries; its published types leave the part for COPY out. */
interface CopyConnection {
  stream: NodeJS.ReadWriteStream & { writableNeedDrain: boolean }
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

/** A table's rows as COPY writes them, no faster than they are read. */
export function copyOut(client: pg.ClientBase, { name, columns }: Table): AsyncIterable<Buffer> {
  return client.query(new CopyOut(`copy ${name} (${columns.join(', ')}) to stdout`) as never)
}

/** Writes rows that COPY wrote. */
export async function copyIn(
  client: pg.ClientBase,
  { name, columns }: Table,
  rows: AsyncIterable<Buffer>,
): Promise<void> {
  const query = new CopyIn(`copy ${name} (${columns.join(', ')}) from stdin`, rows)
  client.query(query as never)
  await query.finished
}

class CopyOut extends Readable {
  readonly text: string
  private connection: CopyConnection | undefined

  constructor(text: string) {
    super({ highWaterMark: 256 * 1024 })
    this.text = text
  }

  submit(connection: CopyConnection): void {
    this.connection = connection
    connection.query(this.text)
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // A copy: `pg` moves what follows to the front of the same memory.
    if (!this.push(Buffer.from(chunk))) this.connection?.stream.pause()
  }

  override _read(): void {
    this.connection?.stream.resume()
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this.connection?.stream.resume()
    callback(error)
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.push(null)
  }

  handleError(error: Error): void {
    this.destroy(error)
  }
}

class CopyIn {
  readonly text: string
  readonly finished: Promise<void>
  private readonly rows: AsyncIterable<Buffer>
  private failure: unknown
  private readonly settle: PromiseWithResolvers<void>

  constructor(text: string, rows: AsyncIterable<Buffer>) {
    this.text = text
    this.rows = rows
    this.settle = Promise.withResolvers()
    this.finished = this.settle.promise
  }

  submit(connection: CopyConnection): void {
    connection.query(this.text)
  }

  handleCopyInResponse(connection: CopyConnection): void {
    this.send(connection).catch((error: unknown) => {
      this.failure ??= error
      connection.sendCopyFail('the rows could not be read')
    })
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.settle.resolve()
  }

  handleError(error: Error): void {
    this.failure ??= error
    this.settle.reject(this.failure)
  }

  private async send(connection: CopyConnection): Promise<void> {
    for await (const chunk of this.rows) {
      if (this.failure !== undefined) return // the server has refused a row
      connection.sendCopyFromChunk(chunk)
      if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain')
    }
    connection.endCopyFrom()
  }
}
