import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { shipped } from '../../scripts/shipped.ts'

const present = resolve(import.meta.dirname, '../..')

/**
 * A checkout, the present one if no other is named, as a release would hold it, under a version of its own,
 * with migrations and files that it lacks; only that its packages are those of the checkout.
 */
export function makeTrialRelease(
  folder: string,
  {
    version,
    files = {},
    root = present,
  }: { version: string; files?: Record<string, string>; root?: string },
): string {
  const release = join(folder, `academy-${version}-${process.platform}-${process.arch}`)
  mkdirSync(release, { recursive: true })
  for (const entry of shipped) {
    if (entry === 'node_modules') symlinkSync(join(root, entry), join(release, entry))
    else cpSync(join(root, entry), join(release, entry), { recursive: true })
  }
  const about = JSON.parse(readFileSync(join(release, 'package.json'), 'utf8'))
  writeFileSync(join(release, 'package.json'), JSON.stringify({ ...about, version }))
  const platform = `${process.platform}-${process.arch}`
  writeFileSync(
    join(release, 'RELEASE'),
    JSON.stringify({ version, commit: '0'.repeat(40), platform }),
  )
  for (const [path, text] of Object.entries(files)) writeFileSync(join(release, path), text)
  return release
}

/** An archive of it, with the sums of a release beside it. */
export function packTrialRelease(release: string, to: string): string {
  mkdirSync(to, { recursive: true })
  const archive = join(to, `${basename(release)}.tar`)
  execFileSync('tar', ['-cf', archive, '-C', dirname(release), basename(release)])
  const sum = createHash('sha256').update(readFileSync(archive)).digest('hex')
  writeFileSync(join(to, 'SHA256SUMS'), `${sum}  ${basename(archive)}\n`)
  return archive
}
