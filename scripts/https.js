import { spawnSync } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { readEnvFile } from './env-file.js'
import { fail } from './prepare.js'

// `academy https DOMAIN`: Debian's Caddy in front of the academy. It gets certificates and renews them by
// itself. Run again, it writes the same (docs/decisions/0117).

const { values: options, positionals } = readArguments()
/** The whole machine, or a folder that will be one. */
const at = (path) => join(options.root, path)
const caddyfile = at('/etc/caddy/Caddyfile')
const siteFile = at('/etc/caddy/academy.caddyfile')
const envFile = at('/etc/academy/academy.env')
const importLine = 'import academy.caddyfile'

const keysMissing = `
Unless Razorpay's keys are typed at Admin → Settings already, it does not open to strangers: put them into
/etc/academy/academy.env, or say --sandbox and type them there; until then it is a sandbox for strangers.`

if (options.check) {
  process.exit(check())
} else {
  const [domain = ''] = positionals
  if (!/^(?=.{4,253}$)([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z\d-]{2,}$|^localhost$/.test(domain))
    fail('Name the domain that leads here: academy https academy.example')
  if (options.root === '/' && !hasCaddy()) fail('Caddy is missing: apt install caddy')
  if (!existsSync(envFile)) fail(`There is no ${envFile}: install the academy's package first.`)
  const settings = readEnvFile(envFile)
  const before = [siteFile, caddyfile, envFile].map((path) => [path, readIfThere(path)])
  const changed = [
    write(siteFile, describeSite(domain, settings.PORT || 3000)),
    write(caddyfile, withImport()),
    write(
      envFile,
      withSettings({
        PUBLIC_URL: `https://${domain}`,
        TRUST_PROXY: '1',
        ...(options.sandbox && { SANDBOX: 'public' }),
      }),
    ),
  ]
  if (hasCaddy() && check() !== 0) {
    takeBack(before)
    fail('Nothing was changed: mend what Caddy says, then say it again.')
  }
  console.log(describeOutcome(changed.some((one) => one)))
  if (options.root === '/') apply()
  console.log(`https://${domain}${settings.RAZORPAY_KEY_ID || options.sandbox ? '' : keysMissing}`)
}

function readArguments() {
  try {
    return parseArgs({
      options: {
        sandbox: { type: 'boolean', default: false },
        internal: { type: 'boolean', default: false },
        check: { type: 'boolean', default: false },
        email: { type: 'string' },
        root: { type: 'string', default: '/' },
      },
      allowPositionals: true,
    })
  } catch (error) {
    return fail(error.message)
  }
}

/** Caddy says by itself who asked, and how (X-Forwarded-For, -Proto, -Host), and believes no caller about it. */
function describeSite(domain, port) {
  const tls = options.internal ? 'tls internal' : options.email && `tls ${options.email}`
  return `# Written by "academy https", and written anew by it: your own lines belong into the Caddyfile.
${domain} {
${tls ? `\t${tls}\n` : ''}\t# Uploads go through as they come, and tell their size themselves.
\t@small not path /api/admin/uploads /api/admin/uploads/* /api/uploads /api/uploads/*
\trequest_body @small {
\t\tmax_size 32MB
\t}
\treverse_proxy 127.0.0.1:${port} {
\t\t# While the academy starts anew, requests wait instead of failing.
\t\tlb_try_duration 30s
\t\tlb_try_interval 250ms
\t}
}
`
}

/** What stands there stays; Debian's page for everybody only shows where no other site is meant. */
function withImport() {
  const text = readIfThere(caddyfile) ?? ''
  if (text.split('\n').some((line) => line.trim() === importLine)) return text
  return `${text === '' || text.endsWith('\n') ? text : `${text}\n`}${importLine}\n`
}

/** Each in its own line, in the place of one that said otherwise or was left out. */
function withSettings(wanted) {
  const lines = readFileSync(envFile, 'utf8').replace(/\n$/, '').split('\n')
  for (const [name, value] of Object.entries(wanted)) {
    const line = `${name}=${value}`
    const places = [new RegExp(`^\\s*${name}=`), new RegExp(`^#\\s*${name}=`)]
    const place = places.map((form) => lines.findLastIndex((one) => form.test(one)))
    const found = place.find((index) => index >= 0)
    if (found === undefined) lines.push(line)
    else lines[found] = line
  }
  return `${lines.join('\n')}\n`
}

/** In one step, with owner and rights as they were. False: it stood there like that. */
function write(path, text) {
  const before = existsSync(path) ? statSync(path) : null
  if (before && readFileSync(path, 'utf8') === text) return false
  mkdirSync(dirname(path), { recursive: true })
  const fresh = `${path}.new`
  writeFileSync(fresh, text, { mode: before ? before.mode & 0o777 : 0o644 })
  if (before) chownSync(fresh, before.uid, before.gid)
  renameSync(fresh, path)
  return true
}

/** Caddy would not start again with files that it refuses, for no site of the machine. */
function takeBack(before) {
  for (const [path, text] of before) {
    if (text === null) rmSync(path, { force: true })
    else write(path, text)
  }
}

function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

function hasCaddy() {
  return spawnSync('caddy', ['version'], { stdio: 'ignore' }).status === 0
}

/** Caddy's own. */
function check() {
  const words = ['validate', '--config', caddyfile, '--adapter', 'caddyfile']
  const { status, stderr } = spawnSync('caddy', words, { encoding: 'utf8' })
  if (status === 0) console.log(`${caddyfile} is valid.`)
  else console.error(`${caddyfile} is refused:\n${stderr ?? 'Caddy is missing: apt install caddy'}`)
  return status ?? 1
}

function describeOutcome(isChanged) {
  const files = [siteFile, caddyfile, envFile].join(', ')
  return isChanged ? `Written: ${files}.` : `Nothing to change: ${files}.`
}

function apply() {
  for (const words of [
    ['reload-or-restart', 'caddy'],
    ['restart', '--no-block', 'academy'],
  ]) {
    const { status } = spawnSync('systemctl', words, { stdio: 'inherit' })
    if (status !== 0) console.error(`Do it yourself: systemctl ${words.join(' ')}`)
  }
}
