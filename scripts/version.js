import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.js'

/** Which academy this is: a release knows its commit. */
export function describeVersion() {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  try {
    const { commit, platform } = JSON.parse(readFileSync(join(root, 'RELEASE'), 'utf8'))
    return `${version} (${commit.slice(0, 12)}, ${platform})`
  } catch {
    return `${version} (a checkout)`
  }
}
