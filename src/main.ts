import './platform/speed-up-start.ts' // before anything else
import { explainStartFailure } from './platform/explain-start-failure.ts'

// Only who names a collector loads what speaks to it.
const closeTelemetry = process.env['OTEL_EXPORTER_OTLP_ENDPOINT']
  ? (await import('./bootstrap/telemetry.ts')).openTelemetry(process.env)
  : undefined

const { runAcademy } = await import('./bootstrap/run-academy.ts').catch((error: unknown) => {
  process.stderr.write(`${explainStartFailure(error)}\n`)
  process.exit(1)
})
await runAcademy(closeTelemetry)
