import { describeLaunch, keep } from './keep.js'
import { ensureBuilt, ensureInstalled } from './prepare.js'
import { projectEnvironment, root, serve } from './run.js'

process.on('uncaughtException', (error) => {
  const [line] = error.message.split('\n')
  console.error(`The academy cannot be made ready to start: ${line}`)
  process.exit(1)
})

await ensureInstalled()
if (process.argv.includes('--dev')) {
  const args = ['--watch', '--watch-preserve-output', 'src/main.ts', '--dev']
  const { environment } = describeLaunch(root)
  await serve(args, projectEnvironment({ NODE_ENV: 'development', ...environment }))
} else {
  await ensureBuilt()
  process.exitCode = await keep()
}
