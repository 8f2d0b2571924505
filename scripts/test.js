import { ensureChromium } from './chromium.js'
import { ensureInstalled } from './prepare.js'

await ensureInstalled()
process.env.CHROMIUM_PATH = await ensureChromium()
await import('./check.js')
