import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryFunction,
  type QueryKey,
  queryOptions,
  type UseQueryOptions,
} from '@tanstack/react-query'

/** What is asked under a key: `query(['my-plan'], () => call(…))`. Long options are said by `queryOptions`. */
export function query<Data>(
  queryKey: QueryKey,
  queryFn: QueryFunction<Data>,
  options: Pick<
    UseQueryOptions<NoInfer<Data>>,
    'enabled' | 'gcTime' | 'placeholderData' | 'refetchInterval' | 'retry' | 'staleTime'
  > = {},
) {
  return queryOptions<Data>({ ...options, queryKey, queryFn })
}

/** A list's pages one after the other, each beginning where the one before ended. */
export function pages<Page extends { next_cursor: string | null }>(
  queryKey: QueryKey,
  ask: (cursor: string | undefined) => Promise<Page>,
) {
  type Pages = InfiniteData<Page, string | undefined>
  return infiniteQueryOptions<Page, Error, Pages, QueryKey, string | undefined>({
    queryKey,
    queryFn: ({ pageParam }) => ask(pageParam),
    initialPageParam: undefined, // the first page begins nowhere
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })
}
