import { existsSync } from 'node:fs'

const isInstalled = existsSync(new URL('../../../RELEASE', import.meta.url))

/** How an operator types one of the academy's commands: an installed release has no npm. */
export function sayCommand(word: string, options: string): string {
  return isInstalled ? `academy ${word} ${options}` : `npm run ${word} -- ${options}`
}
