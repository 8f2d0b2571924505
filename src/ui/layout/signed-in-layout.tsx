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
import { clearSession, useSession } from '../session.ts'

/** Around the screens that show a person's own things: they ask by TanStack Query in the browser. */
export default function SignedInLayout() {
  const token = useSession()?.token
  // oxlint-disable-next-line react/exhaustive-deps -- nobody sees what was asked for somebody else
  const client = useMemo(makeAccountClient, [token])
  return (
    <QueryClientProvider client={client}>
      <Outlet />
    </QueryClientProvider>
  )
}

function makeAccountClient(): QueryClient {
  return makeQueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => {
        if (isSessionEnded(error)) clearSession()
        else logFailure(String(queryKey[0]), error)
      },
    }),
    mutationCache: new MutationCache({
      onError: (error) => isSessionEnded(error) && clearSession(),
    }),
  })
}

/** The server knows this session no more: forgotten here too, which leads guarded screens to the login. */
function isSessionEnded(error: Error): boolean {
  return error instanceof ApiError && error.status === 401
}
