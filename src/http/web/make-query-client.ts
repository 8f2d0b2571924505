import { QueryClient, type QueryClientConfig } from '@tanstack/react-query'
import { ApiError } from '../api-client.ts'

/** What asks the academy from the browser, by the same rules on every screen. */
export function makeQueryClient(
  caches: Pick<QueryClientConfig, 'queryCache' | 'mutationCache'> = {},
): QueryClient {
  return new QueryClient({
    ...caches,
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // Without a network a screen says so, instead of waiting without a word.
        networkMode: 'always',
        refetchOnReconnect: true,
        // An answered "no" stays no; only what did not reach the server is tried again.
        retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status > 0),
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
