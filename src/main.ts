import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { explainStartFailure } from './platform/explain-start-failure.ts'
import { speedUpImports } from './platform/speed-up-imports.ts'

// Before anything else is loaded: both make every start after the first twice as quick. Where the
// environment names a place for compiled code already, that one is kept.
const compiled = enableCompileCache(join(import.meta.dirname, '../.cache/compiled'))
if (compiled.directory) process.env['NODE_COMPILE_CACHE'] = compiled.directory // for child processes
speedUpImports()

// Only who names a collector loads what speaks to it.
const closeTelemetry = process.env['OTEL_EXPORTER_OTLP_ENDPOINT']
  ? (await import('./bootstrap/telemetry.ts')).openTelemetry(process.env)
  : undefined

const { runAcademy } = await import('./bootstrap/run-academy.ts').catch((error: unknown) => {
  process.stderr.write(`${explainStartFailure(error)}\n`)
  process.exit(1)
})
await runAcademy(closeTelemetry)
