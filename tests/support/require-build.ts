import { existsSync } from 'node:fs'
import { join } from 'node:path'

const buildDir = join(import.meta.dirname, '../../build')

/** The folder of the last production build. Throws a sentence for a person if there is none. */
export function requireBuild(): string {
  if (existsSync(join(buildDir, 'server/index.js'))) return buildDir
  throw new Error('There is no production build to test: run "npm run build" first.')
}
