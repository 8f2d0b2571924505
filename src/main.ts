import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { quickenImports } from './platform/quicken-imports.ts'

// Before anything else is loaded: both make every start after the first twice as quick. Where the
// environment names a place for compiled code already, that one is kept.
const compiled = enableCompileCache(join(import.meta.dirname, '../.cache/compiled'))
if (compiled.directory) process.env['NODE_COMPILE_CACHE'] = compiled.directory // for child processes
quickenImports()

const { runAcademy } = await import('./start/run-academy.ts')
await runAcademy()
