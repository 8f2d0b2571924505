import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fail } from './prepare.js'
import { run } from './run.js'

/** First the one without a window to draw: the tests take a fifth less of the processor by it. */
const programs = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

/** The path of a Chromium on this machine (CHROMIUM_PATH first); null if there is none. */
export function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const places = folders.flatMap((folder) => programs.map((program) => join(folder, program)))
  return places.find(isExecutable) ?? null
}

/** Finds Chromium, and if there is none installs it from the system's packages. */
export async function ensureChromium() {
  const found = findChromium()
  if (found !== null) return found
  const sudo = rootPrefix()
  if (sudo === null || !commandRuns('apt-get', '--version')) {
    fail(
      `The browser tests need Chromium. Install it (on Debian: sudo apt-get install -y ${programs[0]}), ` +
        'or set CHROMIUM_PATH to a Chromium or Chrome that is there, then try again.',
    )
  }
  console.error('Installing Chromium for the browser tests…')
  await runApt(sudo, ['update', '--quiet'])
  await runApt(sudo, ['install', '--yes', '--quiet', '--no-install-recommends', programs[0]])
  return findChromium() ?? fail('Chromium was installed, but is not found on the PATH.')
}

/** What makes a command run as root: nothing for root, null when we may not without being asked. */
function rootPrefix() {
  if (process.getuid?.() === 0) return []
  return commandRuns('sudo', '-n', 'true') ? ['sudo', '-n'] : null
}

async function runApt(sudo, args) {
  const [command, ...rest] = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args]
  if ((await run(command, rest)) !== 0) fail(`Installing Chromium failed (apt-get ${args[0]}).`)
}

function commandRuns(command, ...args) {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
