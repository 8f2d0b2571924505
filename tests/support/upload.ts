import type { Person } from './factories.ts'
import type { TestServer } from './start-test-server.ts'

export const tusHeaders = { 'tus-resumable': '1.0.0' }

export function bearer({ token }: Pick<Person, 'token'>): Record<string, string> {
  return { ...tusHeaders, authorization: `Bearer ${token}` }
}

export function describeFile(file: Record<string, string>): string {
  return Object.entries(file)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')
}

interface Begun {
  courseId: string
  filename?: string
  kind?: string
  sizeInBytes: number
}

/** Begins an upload; its address stands in the answer. */
export async function beginUpload(
  server: Pick<TestServer, 'baseUrl'>,
  admin: Pick<Person, 'token'>,
  { courseId, filename = 'Notes.pdf', kind = 'attachment', sizeInBytes }: Begun,
): Promise<Response> {
  return fetch(`${server.baseUrl}/api/admin/uploads`, {
    method: 'POST',
    headers: {
      ...bearer(admin),
      'upload-length': String(sizeInBytes),
      'upload-metadata': describeFile({ filename, course_id: courseId, kind }),
    },
  })
}

export async function sendBytes(
  server: Pick<TestServer, 'baseUrl'>,
  admin: Pick<Person, 'token'>,
  { id, from = 0, bytes }: { id: string; from?: number; bytes: Buffer },
): Promise<Response> {
  return fetch(`${server.baseUrl}/api/admin/uploads/${id}`, {
    method: 'PATCH',
    headers: {
      ...bearer(admin),
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(from),
    },
    body: new Uint8Array(bytes),
  })
}

export function idOf(answer: Response): string {
  return answer.headers.get('location')?.split('/').at(-1) ?? ''
}

/** A whole file in one go; resolves to the attachment's id. */
export async function uploadFile(
  server: Pick<TestServer, 'baseUrl'>,
  admin: Pick<Person, 'token'>,
  { bytes, ...file }: { courseId: string; filename?: string; bytes: Buffer },
): Promise<string> {
  const begun = await beginUpload(server, admin, { ...file, sizeInBytes: bytes.length })
  if (begun.status !== 201) throw new Error(await begun.text())
  const id = idOf(begun)
  const sent = await sendBytes(server, admin, { id, bytes })
  if (sent.status !== 204) throw new Error(await sent.text())
  return id
}

/** Begins the upload of a smaller size of a film. */
export async function beginRendition(
  server: Pick<TestServer, 'baseUrl'>,
  admin: Pick<Person, 'token'>,
  { filmId, rendition, sizeInBytes }: { filmId: string; rendition: string; sizeInBytes: number },
): Promise<Response> {
  return fetch(`${server.baseUrl}/api/admin/uploads`, {
    method: 'POST',
    headers: {
      ...bearer(admin),
      'upload-length': String(sizeInBytes),
      'upload-metadata': describeFile({
        kind: 'rendition',
        filename: rendition,
        film_id: filmId,
        rendition,
      }),
    },
  })
}
