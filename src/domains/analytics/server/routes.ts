import type { Audit } from '../../../http/server/audit.ts'
import type { Serve } from '../../../http/server/serve.ts'
import { StreamedResponse } from '../../../http/server/streamed-response.ts'
import { writeCsv } from '../../../platform/csv/write-csv.ts'
import type { Database } from '../../../platform/database/database.ts'
import { t } from '../../../shared/i18n/translate.ts'
import {
  exportCompletion,
  exportFunnel,
  exportRetention,
  exportRevenue,
  getAnalyticsToday,
  getCompletion,
  getFunnel,
  getRetention,
  getRevenue,
  listAnalyticsLessons,
  recountAnalytics,
} from '../contract.ts'
import { countFunnel, describeFunnel, funnelHeadings } from './count-funnel.ts'
import { recountDay } from './figures/recount-day.ts'
import { completionHeadings, describeCompletion, listCompletion } from './list-completion.ts'
import { listLessons } from './list-lessons.ts'
import { describeRevenue, listRevenue, revenueHeadings } from './list-revenue.ts'
import { describeRetention, readRetention, retentionHeadings } from './read-retention.ts'
import { summariseToday } from './summarise-today.ts'

export function analyticsRoutes(serve: Serve, { db }: { db: Database }): void {
  serve(getAnalyticsToday, () => summariseToday(db))
  serve(getRevenue, async ({ query }) => ({ rows: await listRevenue(db, query) }))
  serve(getFunnel, ({ query }) => countFunnel(db, query))
  serve(getCompletion, async () => ({ courses: await listCompletion(db) }))
  serve(listAnalyticsLessons, async ({ query }) => ({
    lessons: await listLessons(db, query.course_id),
  }))
  serve(getRetention, ({ query }) => readRetention(db, query.video_id))

  serve(recountAnalytics, async ({ body: { day }, audit }) => {
    await recountDay(db, day, (db) => audit(db, { subject: { kind: 'insight', id: day } }))
    return { message: t('The day is counted again.') }
  })

  serve(exportRevenue, async ({ query, audit }) => {
    await noteExport(db, audit, 'insight-revenue', query)
    const rows = (await listRevenue(db, query)).map(describeRevenue)
    return asFile(`insight-revenue-${query.from}-to-${query.to}`, revenueHeadings, rows)
  })
  serve(exportFunnel, async ({ query, audit }) => {
    await noteExport(db, audit, 'insight-funnel', query)
    const rows = (await countFunnel(db, query)).courses.map(describeFunnel)
    return asFile(`insight-funnel-${query.from}-to-${query.to}`, funnelHeadings, rows)
  })
  serve(exportCompletion, async ({ audit }) => {
    await noteExport(db, audit, 'insight-completion', {})
    const rows = (await listCompletion(db)).map(describeCompletion)
    return asFile('insight-completion', completionHeadings, rows)
  })
  serve(exportRetention, async ({ query, audit }) => {
    const { parts } = await readRetention(db, query.video_id)
    await noteExport(db, audit, 'insight-retention', query)
    const rows = parts.map(describeRetention)
    return asFile(`insight-retention-${query.video_id}`, retentionHeadings, rows)
  })
}

/** Written first, so that nothing leaves without an entry. */
async function noteExport(db: Database, audit: Audit, id: string, after: object): Promise<void> {
  await audit(db, { subject: { kind: 'export', id }, after })
}

function asFile(name: string, headings: string[], rows: string[][]): StreamedResponse {
  return new StreamedResponse({
    name: `${name}.csv`,
    type: 'text/csv',
    pieces: writeCsv(headings, [rows]),
  })
}
