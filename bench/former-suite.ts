import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { checkOutFormer } from './support/check-out-former.ts'

// `npm run bench:former-suite -- COMMIT [tests/e2e/FILE…]`: the browser suite of a version before, whose
// academies stand on the present schema: after a rollback that is what people use.

const { positionals } = parseArgs({ allowPositionals: true })
const [given, ...files] = positionals
if (given === undefined) throw new Error('Name the commit of the version before.')
const root = resolve(import.meta.dirname, '..')
const { folder, commit } = checkOutFormer(given)
const file = 'src/platform/database/migrate.ts'
const path = join(folder, file)
const own = execFileSync('git', ['show', `${commit}:${file}`], { cwd: root, encoding: 'utf8' })
/** Which migrations run is all that is changed of it. */
const urls = { '../../../migrations/': 'migrations/', '../../': 'src/' }
const changed = Object.entries(urls).reduce((text, [from, to]) => {
  const wanted = pathToFileURL(join(root, to)).href
  return text.replace(`new URL('${from}', import.meta.url)`, `new URL('${wanted}')`)
}, own)
if (!changed.includes(pathToFileURL(join(root, 'migrations/')).href)) {
  throw new Error(`${commit} does not say where its migrations are as this one does.`)
}
writeFileSync(path, changed)
try {
  const chromium = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync)
  const { status } = spawnSync(
    join(folder, 'node_modules/.bin/playwright'),
    ['test', ...files, '--project=desktop'],
    { cwd: folder, stdio: 'inherit', env: { CHROMIUM_PATH: chromium, ...process.env } },
  )
  process.exitCode = status ?? 1
} finally {
  writeFileSync(path, own)
}
