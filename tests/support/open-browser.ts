import { createApiClient } from '../../src/http/api-client.ts'
import { checkedFetch } from './checked-fetch.ts'
import type { AskAs, TestServer } from './start-test-server.ts'

export interface Browser {
  /** Asks one endpoint, with the cookies that earlier answers set. */
  ask: AskAs
  /** By name. */
  cookies: ReadonlyMap<string, string>
  /** From now on it asks as somebody; null: as nobody. */
  signIn: (session: { token: string } | null) => void
}

interface BrowserOptions {
  /** Where it calls from. The server must trust one proxy (`TRUST_PROXY=1`). */
  ip?: string
  /** Of a browser that goes on in this one. */
  cookies?: ReadonlyMap<string, string>
}

/** Somebody's browser, signed out at first: keeps the server's cookies, as `visitor` of the test server does not. */
export function openBrowser(
  { baseUrl }: Pick<TestServer, 'baseUrl'>,
  { ip, cookies: kept }: BrowserOptions = {},
): Browser {
  const cookies = new Map(kept)
  const fetchWithCookies: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers)
    if (cookies.size > 0) headers.set('cookie', layOutCookies(cookies))
    if (ip !== undefined) headers.set('x-forwarded-for', ip)
    const answer = await checkedFetch(input, { ...init, headers })
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (name !== undefined && value !== undefined) cookies.set(name, value)
    }
    return answer
  }
  let token: string | null = null
  const call = createApiClient({ baseUrl, readToken: () => token, fetch: fetchWithCookies })
  return {
    ask: (endpoint, input) => call(endpoint.route as never, input as never), // of one endpoint
    cookies,
    signIn: (session) => {
      token = session?.token ?? null
    },
  }
}

function layOutCookies(cookies: Map<string, string>): string {
  return Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ')
}
