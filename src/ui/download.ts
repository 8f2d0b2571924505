import { ApiError, buildRequest, type Parts, problemIn } from '../http/api-client.ts'
import type { Route } from '../http/endpoint.ts'
import { saveFile } from './save-file.ts'
import { readSession } from './session.ts'

/**
 * Saves what a call answers with as a file, as whoever is signed in. It carries the name that is given
 * here, else the server's. Refused as by `call`: with an ApiError that holds the server's sentence.
 */
export async function download(route: Route, input: Parts = {}, name?: string): Promise<void> {
  const { url } = buildRequest(route, input)
  const unreachable = () => {
    throw new ApiError(0, { code: 'offline' })
  }
  const answer = await fetch(url, {
    headers: { authorization: `Bearer ${readSession()?.token ?? ''}` },
  }).catch(unreachable)
  if (!answer.ok) {
    throw new ApiError(answer.status, problemIn(await answer.json().catch(() => null)))
  }
  const file = await answer.blob().catch(unreachable) // broken off on its way: half a file is none
  const [, named] = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '') ?? []
  saveFile(file, name ?? named ?? 'download')
}
