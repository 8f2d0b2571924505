import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../ui/call.ts'
import type { listMyNotes, searchMyTranscripts } from '../contract.ts'

/** All that a change of a note makes stale. */
export const notesKey = ['my-notes']

export const notesQuery = (of: { course_id?: string; video_id?: string; q?: string }) =>
  infiniteQueryOptions({
    queryKey: [...notesKey, of],
    queryFn: ({ pageParam: cursor }) =>
      call<typeof listMyNotes>('GET /my-notes', { query: { ...of, cursor } }),
    initialPageParam: undefined as string | undefined, // the first page begins nowhere
    getNextPageParam: ({ next_cursor: next }) => next,
  })

export const saidQuery = (q: string) =>
  queryOptions({
    queryKey: ['my-transcripts', q],
    queryFn: () => call<typeof searchMyTranscripts>('GET /my-transcripts', { query: { q } }),
    enabled: q.length >= 2,
  })
