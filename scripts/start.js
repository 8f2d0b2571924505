import { develop } from './develop.js'
import { keep } from './keep.js'
import { ensureBuilt, ensureInstalled } from './prepare.js'

process.on('uncaughtException', (error) => {
  const [line] = error.message.split('\n')
  console.error(`The academy cannot be made ready to start: ${line}`)
  process.exit(1)
})

await ensureInstalled()
if (process.argv.includes('--dev')) {
  process.exitCode = await develop()
} else {
  await ensureBuilt()
  process.exitCode = await keep()
}
