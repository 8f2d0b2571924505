import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

export interface Former {
  commit: string
  folder: string
  /** Of the time of the commit, in milliseconds. */
  committedAt: number
}

/** A state from the history, installed and built by its own scripts; kept for the next time. */
export function checkOutFormer(given: string): Former {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const commit = git('rev-parse', '--short=10', `${given}^{commit}`)
  // Not below a folder that begins with a dot: former versions serve no scripts from there.
  const folder = join(tmpdir(), 'academy-former', commit)
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true })
    execFileSync('sh', ['-c', `git archive ${commit} | tar -x -C '${folder}'`], { cwd: root })
  }
  const program = `import('./scripts/prepare.js').then(async (all) => {
    await all.ensureInstalled()
    await all.ensureBuilt()
  })`
  execFileSync(process.execPath, ['-e', program], { cwd: folder, stdio: 'inherit' })
  const committedAt = Number(git('log', '-1', '--format=%ct', commit)) * 1000
  return { commit, folder, committedAt }
}
