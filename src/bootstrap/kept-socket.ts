import * as z from 'zod'

const form = z
  .string()
  .regex(/^\d+ \d+$/)
  .transform((value) => value.split(' ').map(Number))
  .pipe(z.tuple([z.int(), z.int()]))
  .transform(([fd, port]) => ({ fd, port }))

/**
 * The address that scripts/keep.js opened and keeps while versions come and go; whoever has it may listen
 * on it, several at a time. Null: we open our own.
 */
export function findKeptSocket(env: NodeJS.ProcessEnv): { fd: number; port: number } | null {
  return env['ACADEMY_SOCKET'] === undefined ? null : form.parse(env['ACADEMY_SOCKET'])
}

/** Another version serves still, with the database and the address that are to be ours. */
export function isSuccessor(env: NodeJS.ProcessEnv): boolean {
  return env['ACADEMY_SUCCEEDS'] === '1'
}
