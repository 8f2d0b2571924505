import * as z from 'zod'
import type { EmbeddedPostgres } from '../platform/embedded/embedded-postgres.ts'
import type { Log } from '../platform/logging.ts'

/** What scripts/keep.js tells whoever serves. */
const told = z.enum(['lend', 'keep', 'retire'])

/** The database server is used on by the next version, whoever started it; only who is in charge ends it. */
export interface HandOver {
  readonly succeeds: boolean
  hold(embedded: EmbeddedPostgres): void
  release(embedded: EmbeddedPostgres): Promise<void>
  /** We serve: who keeps the address may hand it on. */
  follow(log: Log, retire: () => Promise<void>): void
}

export function createHandOver({ succeeds }: { succeeds: boolean }): HandOver {
  let standing: 'in charge' | 'succeeding' | 'lent' | 'retired' = succeeds
    ? 'succeeding'
    : 'in charge'
  let database: EmbeddedPostgres | null = null
  const obey = {
    lend: async () => {
      standing = 'lent'
      await database?.lend()
      process.send?.('lent')
    },
    keep: async () => {
      await database?.takeBack()
      standing = 'in charge'
    },
    retire: async () => {
      standing = 'retired'
    },
  }
  return {
    succeeds,
    hold: (embedded) => {
      database = embedded
    },
    release: async (embedded) => {
      if (standing === 'retired') return
      if (standing === 'succeeding') return embedded.lend()
      // Nobody took it, or all of us are to stop.
      if (standing === 'lent') await embedded.takeBack().catch(() => undefined)
      await embedded.stop()
    },
    follow: (log, retire) => {
      standing = 'in charge'
      if (!process.send) return
      process.on('message', (message) => {
        const heard = told.safeParse(message)
        if (!heard.success) return
        obey[heard.data]()
          .then(() => (heard.data === 'retire' ? retire() : undefined))
          .catch((error: unknown) => log.error({ err: error }, 'while handing over'))
      })
      process.send('open')
    },
  }
}
