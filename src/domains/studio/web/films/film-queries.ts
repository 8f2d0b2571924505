import { queryOptions } from '@tanstack/react-query'
import type { ResponseOf } from '../../../../http/endpoint.ts'
import { call } from '../../../../ui/call.ts'
import type { getFilm } from '../../../films/contract.ts'

export type ShownFilm = ResponseOf<typeof getFilm>

const askedEveryInMs = 2000

/** A film of the academy; asked again and again while something is being made of it. */
export function filmQuery(filmId: string) {
  return queryOptions({
    queryKey: ['studio', 'film', filmId],
    queryFn: () => call('GET /admin/films/:id', { params: { id: filmId } }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'uploading' || data?.state === 'processing' || data?.missing.length
        ? askedEveryInMs
        : false,
  })
}
