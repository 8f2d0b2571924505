import {
  MutationCache,
  QueryCache,
  type QueryClient,
  QueryClientProvider,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import { Outlet } from 'react-router'
import { ApiError } from '../../http/api-client.ts'
import { makeQueryClient } from '../../http/web/make-query-client.ts'
import { logFailure } from '../log-failure.ts'
import { clearSession, readSession, useSession } from '../session.ts'

/** Around the screens that show a person's own things: they ask by TanStack Query in the browser. */
export default function SignedInLayout() {
  const token = useSession()?.token
  // One for each session: nobody sees what was asked for somebody else.
  const client = useMemo(() => makeAccountClient(token), [token])
  return (
    <QueryClientProvider client={client}>
      <Outlet />
    </QueryClientProvider>
  )
}

function makeAccountClient(token: string | undefined): QueryClient {
  /** The server knows this session no more: forgotten here too, which leads guarded screens to the login. */
  const hearEnd = (error: Error): boolean => {
    const isEnd = error instanceof ApiError && error.status === 401
    // A late answer to a former session says nothing of the one that is open now.
    if (isEnd && readSession()?.token === token) clearSession()
    return isEnd
  }
  return makeQueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => {
        if (!hearEnd(error)) logFailure(String(queryKey[0]), error)
      },
    }),
    mutationCache: new MutationCache({ onError: hearEnd }),
  })
}
