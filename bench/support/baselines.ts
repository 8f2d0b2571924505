import { get } from 'node:http'

export interface RawAnswer {
  headers: Record<string, string>
  /** As it came over the wire, packed or not. */
  body: string
}

/** What every server adds by itself. */
const ofEveryServer = new Set(['date', 'connection', 'keep-alive', 'content-length'])

const fewHeaders = new Set(['content-type', 'content-encoding', 'cache-control', 'etag', 'vary'])

/** The same with as few headers as a browser needs to show it. */
export function withFewHeaders({ headers, body }: RawAnswer): RawAnswer {
  const kept = Object.entries(headers).filter(([name]) => fewHeaders.has(name))
  return { headers: Object.fromEntries(kept), body }
}

/** Fetches what the product sends to a browser, byte for byte: headers, and the body in base64. */
export async function fetchRaw(
  url: string,
  headers: Record<string, string> = {},
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const asked = { headers: { 'accept-encoding': 'gzip, deflate, br', ...headers } }
    get(url, asked, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        if (answer.statusCode !== 200) {
          reject(new Error(`${url} answered ${answer.statusCode}`))
          return
        }
        const kept: Record<string, string> = {}
        for (const [name, value] of Object.entries(answer.headers)) {
          if (typeof value === 'string' && !ofEveryServer.has(name)) kept[name] = value
        }
        resolve({ headers: kept, body: Buffer.concat(chunks).toString('base64') })
      })
    }).on('error', reject)
  })
}

/** The one query that gives the rows of a call, by name. */
export const baselineQueries = {
  'my-courses': `
    select courses.id, courses.title, courses.description, courses.thumbnail,
           coalesce(progress.percent, 0) as progress, progress.completed_at is not null as completed
      from entitlements
      join courses on courses.id = entitlements.course_id
      left join course_progress progress on progress.learner_id = entitlements.learner_id
       and progress.course_id = entitlements.course_id
     where entitlements.learner_id = $1
     order by entitlements.since desc`,
  'my-payments': `
    select orders.id, orders.course_id, orders.course_title, orders.amount_in_paise,
           orders.status, orders.created_at, orders.completed_at, orders.razorpay_payment_id,
           receipts.series, receipts.number, refunds.status as refund_status,
           refunds.amount_in_paise as refunded_in_paise
      from orders
      left join receipts on receipts.order_id = orders.id
      left join refunds on refunds.razorpay_payment_id = orders.razorpay_payment_id
     where orders.learner_id = $1 and orders.razorpay_order_id is not null
     order by orders.created_at desc`,
  course: `
    select courses.id, courses.title, courses.description, courses.price_in_paise, courses.thumbnail,
           (select json_agg(json_build_object('id', modules.id, 'title', modules.title,
                     'description', modules.description, 'videos', (
                       select json_agg(json_build_object('id', videos.id, 'title', videos.title,
                                'duration', videos.duration, 'url', videos.url) order by videos.position)
                         from videos where videos.module_id = modules.id)) order by modules.position)
              from modules where modules.course_id = courses.id) as modules,
           exists (select from entitlements
                    where learner_id = $2 and course_id = courses.id) as owned
      from courses where courses.id = $1`,
  progress: `
    insert into video_progress as kept (learner_id, course_id, video_id, position_in_seconds,
           duration_in_seconds, played, played_in_seconds, fraction, reported_at)
    select $1, $2, $3, (report->>'position')::real, (report->>'duration')::real, report->'played',
           150, 0.5, clock_timestamp() from (select $4::jsonb as report) given
        on conflict (learner_id, course_id, video_id) do update
       set position_in_seconds = excluded.position_in_seconds, played = excluded.played,
           reported_at = excluded.reported_at
    returning kept.position_in_seconds, kept.fraction`,
}
