import { mkdir, statfs } from 'node:fs/promises'
import { FileStore } from '@tus/file-store'
import { ERRORS, Server } from '@tus/server'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { ProblemError } from '../http/problem.ts'
import type { Identify, Serve } from '../http/serve.ts'
import { onlyCurrentUser } from '../http/session-query.ts'
import type { Database } from '../platform/database/database.ts'
import { LockHeldError, type NamedLocks } from '../platform/database/named-locks.ts'
import { newId } from '../platform/database/new-id.ts'
import type { MediaStore } from '../platform/media/media-store.ts'
import { getAttachment } from './contract.ts'
import { type AttachmentRow, findAttachment, finishUpload } from './finish-upload.ts'
import { readUploadRequest } from './read-upload-request.ts'
import { UploadRefusal, unfinishedForInMs, uploadId, uploadKinds, uploadsPath } from './uploads.ts'

/** A connection that brings nothing for so long is given up; the upload goes on with another. */
const silenceInMs = 60_000
/** So long the one who uploads may still write when somebody else goes on with the same upload. */
const drainInMs = 300
/** Left free on the disk, for the database. */
const reserveInBytes = 500 * 1024 * 1024

interface UploadDependencies {
  db: Database
  media: MediaStore
  locks: NamedLocks
  identify: Identify
  /** Where uploads lie until they are whole. */
  folder: string
  isCourse: (courseId: string) => Promise<boolean>
}

/** Uploads that go on where they stopped: tus 1.0, for administrators. */
export function uploadRoutes(app: FastifyInstance, serve: Serve, deps: UploadDependencies): void {
  // Not before they are needed, and in a folder that is there: the store's own making of it cannot fail.
  const open = async () => {
    await mkdir(deps.folder, { recursive: true })
    const uploads = new FileStore({
      directory: deps.folder,
      expirationPeriodInMilliseconds: unfinishedForInMs,
    })
    const finish = (id: string) => finishUpload({ ...deps, uploads }, id)
    return { finish, tus: createTus(deps, { uploads, finish, log: app.log }) }
  }
  let opened: ReturnType<typeof open> | undefined

  void app.register(async (app) => {
    // What comes is left in the stream, of whatever length.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined))
    app.route<{ Params: { id?: string } }>({
      method: ['POST', 'HEAD', 'PATCH', 'DELETE', 'OPTIONS'],
      url: `${uploadsPath}/:id?`,
      schema: { hide: true },
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        await requireAdministrator(deps.identify, request)
        const { id = '' } = request.params
        if (id !== '' && !uploadId.test(id)) throw new ProblemError('file_not_found')
        const { raw } = request
        reply.raw.setHeader('cache-control', 'no-store')
        reply.raw.setHeader('x-content-type-options', 'nosniff')
        const finished = raw.method === 'HEAD' && id !== '' && (await findAttachment(deps.db, id))
        if (finished) return reply.code(200).headers(wholeUpload(finished)).send()
        opened ??= open()
        const { tus } = await opened
        raw.setTimeout(silenceInMs)
        reply.hijack()
        await tus.handle(raw, reply.raw).catch((error: Error) => {
          request.log.error({ err: error }, 'upload failed')
          reply.raw.destroy()
        })
        return reply
      },
    })
  })

  serve(getAttachment, async ({ params }) => {
    opened ??= open()
    const { finish } = await opened
    const found = await finish(params.id).catch((error: unknown) => {
      if (error instanceof UploadRefusal) return null
      throw error
    })
    if (!found) throw new ProblemError('file_not_found')
    return describeAttachment(found)
  })
}

function createTus(
  { folder, locks, isCourse }: UploadDependencies,
  {
    uploads,
    finish,
    log,
  }: {
    uploads: FileStore
    finish: (id: string) => Promise<AttachmentRow | null>
    log: FastifyBaseLogger
  },
): Server {
  return new Server({
    path: uploadsPath,
    datastore: uploads,
    maxSize: Math.max(...Object.values(uploadKinds).map(({ maxSizeInBytes }) => maxSizeInBytes)),
    allowedOrigins: [], // our own pages only
    relativeLocation: true,
    lockDrainTimeout: drainInMs,
    namingFunction: () => newId(),
    locker: {
      newLock: (id) => {
        let release = async (): Promise<void> => undefined
        return {
          lock: async (signal, onWanted) => {
            const hold = { onWanted: () => void onWanted(), timeoutInMs: 10_000, signal }
            release = await locks.hold(`upload ${id}`, hold)
          },
          unlock: () => release(),
        }
      },
    },
    onUploadCreate: async (_request, { metadata, size: sizeInBytes }) => {
      const { courseId } = readUploadRequest({ metadata, sizeInBytes })
      if (!(await isCourse(courseId))) throw new UploadRefusal(404, 'This course does not exist.')
      const { bavail, bsize } = await statfs(folder)
      if ((sizeInBytes ?? 0) + reserveInBytes > bavail * bsize) {
        throw new UploadRefusal(507, 'There is no room for this file on the server’s disk.')
      }
      return {}
    },
    onUploadFinish: async (_request, { id }) => {
      await finish(id)
      return {}
    },
    onResponseError: (_request, error) => {
      if (error instanceof UploadRefusal) return error
      if (error instanceof LockHeldError) {
        return { status_code: 423, body: 'This file is being uploaded from elsewhere.' }
      }
      if ('status_code' in error) return undefined
      if (error.name === 'AbortError') return ERRORS.ABORTED // who asked is gone
      log.error({ err: error }, 'upload failed')
      return { status_code: 500, body: 'Something went wrong on our side. Please try again.' }
    },
  })
}

async function requireAdministrator(identify: Identify, request: FastifyRequest): Promise<void> {
  const known = await identify(request, onlyCurrentUser)
  if (!known) throw new ProblemError('not_signed_in')
  if (!known.caller.isAdmin) throw new ProblemError('not_allowed')
}

/** For one who missed the last answer: all of it is here. */
function wholeUpload({ sizeInBytes }: AttachmentRow): Record<string, string> {
  const size = String(sizeInBytes)
  return { 'tus-resumable': '1.0.0', 'upload-offset': size, 'upload-length': size }
}

function describeAttachment(row: AttachmentRow) {
  return {
    id: row.id,
    course_id: row.courseId,
    filename: row.filename,
    type: row.type,
    size_in_bytes: row.sizeInBytes,
    sha256: row.sha256,
    created_at: row.createdAt.toISOString(),
  }
}
