import { existsSync } from 'node:fs'
import { readEnvFile } from './env-file.js'
import { root } from './run.js'

const envFile = '/etc/academy/academy.env'

/**
 * Where the package is installed, a command means the academy of the unit: its settings, its data folder,
 * and, called by root, its user, so that nothing in the data folder comes to belong to root.
 */
export function actAsInstalled({ asRoot }) {
  const isInstalled = /^\/usr\/lib\/academy(-releases)?\//.test(root) // as a package, or by an update of it
  if (!isInstalled || !existsSync(envFile)) return
  try {
    // What the environment says itself comes first.
    for (const [name, value] of Object.entries(readEnvFile(envFile))) process.env[name] ??= value
  } catch {
    console.error(`${envFile} is for root and the academy to read: try sudo academy …`)
    process.exit(1)
  }
  process.env.DATA_DIR ??= '/var/lib/academy'
  process.env.NODE_COMPILE_CACHE ??= '/var/cache/academy/compiled'
  if (asRoot || process.getuid() !== 0) return
  process.initgroups('academy', 'academy')
  process.setgid('academy')
  process.setuid('academy')
}
