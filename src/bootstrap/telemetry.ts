import { subscribe } from 'node:diagnostics_channel'
import { createRequire } from 'node:module'
import { setTimeout as delay } from 'node:timers/promises'
import { context, metrics, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { getRPCMetadata } from '@opentelemetry/core'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { registerInstrumentations } from '@opentelemetry/instrumentation'
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http'
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg'
import {
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import * as z from 'zod'

/** All that leaves the machine of a request or a query: no address, no header, no value, nobody's name. */
const told =
  /^(http\.(request\.method|response\.status_code|route)|url\.scheme|network\.protocol\.version|error\.type|server\.(address|port)|db\.(system(\.name)?|operation\.name|query\.text|statement|namespace|name))$/
/** A collector that is away does not keep the academy from stopping. */
const timeoutInMs = 2_000
const handled = z.object({ route: z.object({ url: z.string(), method: z.string() }) })

/**
 * Traces and metrics by OTLP over HTTP, as the standard's variables say (OTEL_EXPORTER_OTLP_ENDPOINT,
 * OTEL_EXPORTER_OTLP_HEADERS, OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES, OTEL_TRACES_SAMPLER_ARG,
 * OTEL_BSP_SCHEDULE_DELAY, OTEL_METRIC_EXPORT_INTERVAL). Resolves to what ends them. Before pg is loaded.
 */
export function openTelemetry(env: NodeJS.ProcessEnv): () => Promise<unknown> {
  const resource = resourceFromAttributes({ 'service.name': 'academy' }).merge(
    detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] }),
  )
  const traces = new TracerProvider({
    resource,
    // What strangers say of a trace of theirs is not heard: nothing here reads it.
    sampler: new ParentBasedSampler({
      root: new TraceIdRatioBasedSampler(Number(env['OTEL_TRACES_SAMPLER_ARG'] ?? 1)),
    }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new DiscreetExporter(),
        scheduledDelayMillis: Number(env['OTEL_BSP_SCHEDULE_DELAY'] ?? 5_000),
      }),
    ],
  })
  const exportIntervalMillis = Number(env['OTEL_METRIC_EXPORT_INTERVAL'] ?? 60_000)
  const exporter = new OTLPMetricExporter()
  const readers = [new PeriodicExportingMetricReader({ exporter, exportIntervalMillis })]
  const meters = new MeterProvider({ resource, readers })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  trace.setGlobalTracerProvider(traces)
  metrics.setGlobalMeterProvider(meters)
  registerInstrumentations({
    instrumentations: [
      new HttpInstrumentation({
        ignoreIncomingRequestHook: ({ url }) => /^\/(healthz|readyz|metrics)$/.test(url ?? ''),
      }),
      new PgInstrumentation({ requireParentSpan: true }),
    ],
  })
  // They are changed where they are required, once for all who import them later.
  const require = createRequire(import.meta.url)
  for (const name of ['http', 'https', 'pg']) require(name)
  subscribe('tracing:fastify.request.handler:start', nameRoute)
  return () =>
    Promise.race([Promise.all([traces.shutdown(), meters.shutdown()]), delay(timeoutInMs)])
}

/** Fastify tells which route answers; addresses themselves may hold what opens a door. */
function nameRoute(message: unknown): void {
  const { route } = handled.safeParse(message).data ?? {}
  if (route === undefined) return
  trace
    .getActiveSpan()
    ?.setAttribute('http.route', route.url)
    .updateName(`${route.method} ${route.url}`)
  const metadata = getRPCMetadata(context.active())
  if (metadata) metadata.route = route.url
}

class DiscreetExporter extends OTLPTraceExporter {
  override export(...[spans, done]: Parameters<OTLPTraceExporter['export']>): void {
    super.export(spans.map(withoutValues), done)
  }
}

/** A failed query tells its values in its message, which stands in events and status. */
function withoutValues(span: ReadableSpan): ReadableSpan {
  const attributes = Object.entries(span.attributes).filter(([name]) => told.test(name))
  return Object.create(span, {
    attributes: { value: Object.fromEntries(attributes) },
    events: { value: [] },
    status: { value: { code: span.status.code } },
  })
}
