import { call } from '../../../ui/call.ts'
import { pages, query } from '../../../ui/query.ts'

/** All that a change of a note makes stale. */
export const notesKey = ['my-notes']

export const notesQuery = (of: { course_id?: string; video_id?: string; q?: string }) =>
  pages([...notesKey, of], (cursor) => call('GET /my-notes', { query: { ...of, cursor } }))

export const saidQuery = (q: string) =>
  query(['my-transcripts', q], () => call('GET /my-transcripts', { query: { q } }), {
    enabled: q.length >= 2,
  })
