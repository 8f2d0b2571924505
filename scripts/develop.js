import { readdirSync, watch } from 'node:fs'
import { join } from 'node:path'
import { describeLaunch } from './keep.js'
import { onEnding, projectEnvironment, root, startServer } from './run.js'

const sources = ['languages', 'migrations', 'sandbox', 'seed', 'src']
/** Shown anew in the open page by the bundler. Of `src/http/web` the server writes some into its pages. */
const ofTheBrowser = /^src\/(pages|ui|domains\/[^/]+\/web)$/
const ofTheServer = /(?<!\.test)\.(ts|sql|po)$/

/**
 * Runs the academy from its sources, and starts it anew when one of the server's changes, also when it had
 * ended by a fault. Resolves with its exit code once it was told to end.
 */
export async function develop() {
  const { environment } = describeLaunch(root)
  const env = projectEnvironment({ NODE_ENV: 'development', ...environment })
  const options = { cwd: root, env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] }
  let isEnding = false
  onEnding(() => {
    isEnding = true
  })
  for (;;) {
    const watching = new AbortController()
    const changed = hearChange(watching.signal)
    const { child, done } = startServer('node', ['src/main.ts', '--dev'], options)
    const ended = await Promise.race([done, changed.then(() => null)])
    if (ended !== null && ended.code !== 0 && !isEnding) {
      console.error('It is started anew as soon as a source of it changes.')
      await changed
    }
    watching.abort()
    if (isEnding || ended?.code === 0) return (await done).code
    console.log(`${await changed} has changed.`)
    child.kill('SIGTERM')
    await done
  }
}

/**
 * Resolves with the path of the next source of the server that is written. The folders are watched:
 * `node --watch` watches the files, and hears only once of one that an editor or git replaces.
 */
function hearChange(signal) {
  return new Promise((resolve) => {
    for (const folder of sources.flatMap(listFolders)) {
      watch(join(root, folder), { signal }, (_, name) => {
        if (name !== null && ofTheServer.test(name)) resolve(join(folder, name))
      })
    }
  })
}

function listFolders(folder) {
  if (ofTheBrowser.test(folder)) return []
  const inside = readdirSync(join(root, folder), { withFileTypes: true })
  const folders = inside.filter((entry) => entry.isDirectory())
  return [folder, ...folders.flatMap(({ name }) => listFolders(join(folder, name)))]
}
