import type { OpenDatabase } from '../platform/database/database.ts'
import { StartError } from '../platform/start-error.ts'

const oldestVersion = 15

/** Refuses a database of somebody's own (`DATABASE_URL`) that cannot be reached or is too old. */
export async function checkDatabase(
  { pool }: OpenDatabase,
  url: string,
  variable = 'DATABASE_URL',
): Promise<void> {
  const { host, pathname } = new URL(url)
  const named = host === '' ? variable : `${host} (${variable})`
  const ask = () => pool.query<Record<string, string>>('show server_version_num')
  const version = await ask()
    // A start reads the server from the disk meanwhile: on a slow machine that alone may take too long.
    .catch((error: unknown) => (isTimeout(error) ? ask() : Promise.reject(error)))
    .then(({ rows: [row] }) => Math.floor(Number(Object.values(row ?? {})[0]) / 10_000))
    .catch((error: unknown) => {
      throw new StartError(explain(error, named, decodeURIComponent(pathname.slice(1))), {
        cause: error,
      })
    })
  if (version >= oldestVersion) return
  throw new StartError(
    `The database at ${named} is PostgreSQL ${version}, but ${oldestVersion} or newer is needed.`,
  )
}

function explain(error: unknown, named: string, database: string): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const message = error instanceof Error ? error.message : String(error)
  switch (code) {
    case 'ECONNREFUSED':
    case 'ENOENT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `The database cannot be reached: nothing answers at ${named}.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The database cannot be reached: there is no host at ${named}.`
    case '28P01':
      return `The database at ${named} does not take the user name or the password.`
    case '3D000':
      return `The database "${database}" does not exist at ${named}: create it, or choose another.`
  }
  if (isTimeout(error)) return `The database cannot be reached: ${named} does not answer.`
  return `The database at ${named} cannot be used: ${message}.`
}

/** The pool's own error has no code. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && /timeout/i.test(error.message)
}
