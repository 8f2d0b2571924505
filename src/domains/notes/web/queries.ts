import { call } from '../../../ui/call.ts'
import { pages, query } from '../../../ui/query.ts'
import type { listMyNotes, searchMyTranscripts } from '../contract.ts'

/** All that a change of a note makes stale. */
export const notesKey = ['my-notes']

export const notesQuery = (of: { course_id?: string; video_id?: string; q?: string }) =>
  pages([...notesKey, of], (cursor) =>
    call<typeof listMyNotes>('GET /my-notes', { query: { ...of, cursor } }),
  )

export const saidQuery = (q: string) =>
  query(
    ['my-transcripts', q],
    () => call<typeof searchMyTranscripts>('GET /my-transcripts', { query: { q } }),
    { enabled: q.length >= 2 },
  )
