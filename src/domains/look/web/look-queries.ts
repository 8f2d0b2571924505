import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ApiError } from '../../../http/api-client.ts'
import type { ResponseOf } from '../../../http/endpoint.ts'
import { call } from '../../../ui/call.ts'
import { query } from '../../../ui/query.ts'
import { readSession } from '../../../ui/session.ts'
import type { getLook, previewLook, uploadLogo, uploadSignature } from '../contract.ts'
import type { Look, LookPart } from '../look.ts'

export type Looks = ResponseOf<typeof getLook>
export type LookPreview = ResponseOf<typeof previewLook>

export const looksQuery = query(['admin', 'look'], () => call('GET /admin/look', {}))

const isColour = (text: string | null) => text === null || /^#[0-9a-f]{6}$/i.test(text)

/** What stands there stays until the next is made, also while a colour is half typed. */
export const previewQuery = (look: Look) =>
  queryOptions({
    queryKey: ['admin', 'look-preview', look],
    queryFn: () => call('POST /admin/look/preview', { body: look }),
    placeholderData: keepPreviousData,
    enabled: isColour(look.colour) && isColour(look.second),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** A certificate for anybody in it. */
export const specimenQuery = (look: Look, name: string) =>
  queryOptions({
    queryKey: ['admin', 'look-certificate', look, name],
    queryFn: () => call('POST /admin/look/certificate', { body: { look, name } }),
    placeholderData: keepPreviousData,
    enabled: isColour(look.colour) && isColour(look.second),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** A page as visitors get it. */
export const pageQuery = (path: string) =>
  query(['admin', 'page', path], async () => (await fetch(path)).text())

/** With the revision that it was made from. */
export type ChangedLook = Look & { revision: number }

export function publish(body: ChangedLook & { part?: LookPart }): Promise<Looks> {
  return call('POST /admin/look/publish', { body })
}

export async function sendLogo(file: File): Promise<string> {
  return (await send<typeof uploadLogo>(file, 'logo')).logo
}

export async function sendSignature(file: File): Promise<string> {
  return (await send<typeof uploadSignature>(file, 'signature')).signature
}

/** Sent as it is; throws an Error with a sentence for people. */
async function send<Of extends typeof uploadLogo | typeof uploadSignature>(
  file: File,
  as: 'logo' | 'signature',
): Promise<ResponseOf<Of>> {
  const answer = await fetch(`/api/admin/look/${as}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${readSession()?.token ?? ''}`,
      'content-type': file.type.startsWith('image/') ? file.type : 'image/svg+xml',
    },
    body: file,
  })
  if (!answer.ok) throw new ApiError(answer.status, await answer.json())
  return (await answer.json()) as ResponseOf<Of> // by the contract
}
