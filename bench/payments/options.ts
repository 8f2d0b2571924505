import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import * as z from 'zod'

const count = z.coerce.number().int().nonnegative()

const schema = z.object({
  seed: count.default(() => randomInt(1_000_000)),
  purchases: count.min(1).default(1000),
  /** Purchases under way at the same time. */
  atOnce: count.min(1).default(24),
  /** Server processes that share the work. */
  workers: count.min(1).default(1),
  /** Behind a balancer, over a pooler, on a primary with a replica (`npm run cluster`). */
  cluster: z.boolean().default(false),
  serverKills: count.default(8),
  databaseKills: count.default(3),
  /** How long orders may heal at the reconciler's own pace before its clock is brought forward. */
  patienceInSeconds: count.default(300),
  /** Keep the folder with the database, the provider's journal and the server's log. */
  keep: z.boolean().default(false),
  /** Puts the report into docs/benchmarks.md. */
  publish: z.boolean().default(false),
  /** The run ends by itself after this long, as failed. */
  limitInSeconds: count.default(1800),
})

export type BenchOptions = z.infer<typeof schema>

/** Reads `--purchases 10000 --seed 7 --kills 8 --database-kills 3 --at-once 24 --workers 1 --cluster --patience 300 --limit 1800 --keep --publish`. */
export function readOptions(args: string[]): BenchOptions {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args,
    options: {
      seed: text,
      purchases: text,
      kills: text,
      'database-kills': text,
      'at-once': text,
      workers: text,
      cluster: { type: 'boolean' },
      patience: text,
      limit: text,
      keep: { type: 'boolean' },
      publish: { type: 'boolean' },
    },
  })
  return schema.parse({
    seed: values.seed,
    purchases: values.purchases,
    atOnce: values['at-once'],
    workers: values.workers,
    cluster: values.cluster,
    serverKills: values.kills,
    databaseKills: values['database-kills'],
    patienceInSeconds: values.patience,
    limitInSeconds: values.limit,
    keep: values.keep,
    publish: values.publish,
  })
}
