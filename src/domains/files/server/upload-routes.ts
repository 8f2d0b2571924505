import type { FileStore } from '@tus/file-store'
import { ERRORS, EVENTS, Metadata, Server, TUS_RESUMABLE } from '@tus/server'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { ProblemError } from '../../../http/problem.ts'
import { hasRight } from '../../../http/rights.ts'
import type { RecordAuditEvent } from '../../../http/server/audit.ts'
import type { CurrentUser } from '../../../http/server/current-user.ts'
import { limitBody } from '../../../http/server/memory-responder.ts'
import { isForOperators, problemFor } from '../../../http/server/respond-with-problems.ts'
import type { Identify, Serve } from '../../../http/server/serve.ts'
import { onlyCurrentUser } from '../../../http/server/session-query.ts'
import type { Database } from '../../../platform/database/database.ts'
import { LockHeldError, type NamedLocks } from '../../../platform/database/named-locks.ts'
import { newId } from '../../../platform/database/new-id.ts'
import type { MediaStore } from '../../../platform/media/media-store.ts'
import { getAttachment } from '../contract.ts'
import { learnerUploadsPath } from '../upload-kinds.ts'
import { auditRefusedUpload, auditUpload } from './audit-upload.ts'
import { type AttachmentRow, findAttachment, finishUpload } from './finish-upload.ts'
import { openUploads } from './open-uploads.ts'
import { readUploadRequest, unknownKind } from './read-upload-request.ts'
import { createUploadRoom, type UploadRoom } from './upload-room.ts'
import { UploadProblem, uploadId, uploadsPath } from './uploads.ts'

/** A connection that brings nothing for so long is given up; the upload goes on with another. */
const silenceInMs = 60_000
/** So long the body of a refused one may still come: its sender sees the answer. */
const refusedForInMs = 2_000
/** So long the one who uploads may still write when somebody else goes on with the same upload. */
const drainInMs = 300
const methods = ['POST', 'HEAD', 'PATCH', 'DELETE', 'OPTIONS']

/** For one who speaks another version of the protocol. */
const spoken = { 'tus-resumable': TUS_RESUMABLE, 'tus-version': TUS_RESUMABLE }

interface UploadDependencies {
  db: Database
  media: MediaStore
  locks: NamedLocks
  identify: Identify
  recordAuditEvent: RecordAuditEvent
  /** Where uploads lie until they are whole. */
  folder: string
  isCourse: (courseId: string) => Promise<boolean>
  films: FilmUploads
  handInUploads: HandInUploads
}

/** What becomes of uploads that are to be handed in. */
export interface HandInUploads {
  /** Throws a problem for who may hand in no file there. */
  requireWanted(caller: CurrentUser, of: { courseId: string; videoId: string }): Promise<void>
  /** Throws a problem where the learner's files leave no room for it. */
  begin(about: BegunFile): Promise<void>
  /** It was taken back. */
  forget(id: string): Promise<void>
}

export interface BegunFile {
  id: string
  learnerId: string
  filename: string
  sizeInBytes: number
}

export interface BegunRendition {
  filmId: string
  rendition: string
  sizeInBytes: number
}

/** What becomes of uploads that are films. */
export interface FilmUploads {
  begin(id: string, about: { courseId: string; filename: string }): Promise<void>
  /** All of it is here. Goes on by itself. */
  finish(id: string): void
  /** It was taken back. */
  forget(id: string): Promise<void>
  /** Of a film whose upload is over; null: no such film. */
  findSize(id: string): Promise<number | null>
  /** Throws a refusal for a smaller size that the film does not lack. */
  beginRendition(about: BegunRendition): Promise<void>
  /** The upload of a smaller size is here; throws a refusal for what is none. The same again for the same. */
  finishRendition(id: string): Promise<void>
}

interface UploadRoute {
  path: typeof uploadsPath | typeof learnerUploadsPath
  /** Throws for who may not; of an upload that is there `id` is not empty. */
  requireCaller: (request: FastifyRequest, id: string) => Promise<CurrentUser>
  isStaffs: boolean
}

/** Uploads that go on where they stopped: tus 1.0, for staff and for learners who hand something in. */
export function uploadRoutes(app: FastifyInstance, serve: Serve, deps: UploadDependencies): void {
  // Not before they are needed.
  const open = async () => {
    const uploads = await openUploads(deps.folder)
    const finish = (id: string) => finishUpload({ ...deps, uploads }, id)
    const room = createUploadRoom(deps.folder, uploads)
    const make = (path: string) => createTus(deps, { path, uploads, room, finish, log: app.log })
    return {
      uploads,
      finish,
      servers: { [uploadsPath]: make(uploadsPath), [learnerUploadsPath]: make(learnerUploadsPath) },
    }
  }
  let opened: ReturnType<typeof open> | undefined
  const metadataOf = async (id: string) => {
    opened ??= open()
    const { uploads } = await opened
    const upload = uploadId.test(id) ? await uploads.getUpload(id).catch(() => null) : null
    return upload?.metadata ?? {}
  }
  const requireLearner = async (request: FastifyRequest, id: string) => {
    const metadata =
      id === '' ? readMetadata(request.headers['upload-metadata']) : await metadataOf(id)
    return requireOwner(deps, request, { id, metadata })
  }
  const requireStaff = async (request: FastifyRequest, id: string) => {
    const caller = await requireEditor(deps, request)
    if ((await metadataOf(id))['kind'] === 'submission') throw new ProblemError('file_not_found')
    return caller
  }
  const routes: UploadRoute[] = [
    { path: uploadsPath, requireCaller: requireStaff, isStaffs: true },
    { path: learnerUploadsPath, requireCaller: requireLearner, isStaffs: false },
  ]

  void app.register(async (app) => {
    // What comes is left in the stream, of whatever length.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined))
    for (const { path, requireCaller, isStaffs } of routes)
      app.route<{ Params: { id?: string } }>({
        method: methods,
        url: `${path}/:id?`,
        schema: { hide: true },
        exposeHeadRoute: false,
        handler: async (request, reply) => {
          const { id = '' } = request.params
          const { raw } = request
          // As the protocol has it, for networks that let only POST through.
          const meant = methods.find((name) => name === raw.headers['x-http-method-override'])
          if (meant !== undefined) raw.method = meant
          const caller = await requireCaller(request, id).catch((error: unknown) => {
            limitBody(raw, reply.raw, refusedForInMs)
            throw error
          })
          const version = raw.headers['tus-resumable'] ?? TUS_RESUMABLE // the library misses it
          if (raw.method !== 'OPTIONS' && version !== TUS_RESUMABLE) {
            limitBody(raw, reply.raw, refusedForInMs)
            return reply.code(412).headers(spoken).send()
          }
          // Whoever may go on with an upload may not by its address begin another.
          if (id !== '' && (raw.method === 'POST' || !uploadId.test(id)))
            throw new ProblemError('file_not_found')
          // The protocol's library looks for the id at the end of all that is asked, a query too.
          raw.url = id === '' ? path : `${path}/${id}`
          reply.raw.setHeader('cache-control', 'no-store')
          reply.raw.setHeader('x-content-type-options', 'nosniff')
          const size = raw.method === 'HEAD' && id !== '' ? await findSize(deps, id) : null
          if (size !== null) return reply.code(200).headers(wholeUpload(size)).send()
          opened ??= open()
          const tus = (await opened).servers[path]
          // One who missed the last answer, as of a server that died before it, asks how much is here.
          if (raw.method === 'HEAD' && id !== '' && isStaffs) await finishWaiting(deps, id)
          raw.setTimeout(silenceInMs)
          reply.hijack()
          await tus.handle(raw, reply.raw).catch((error: Error) => {
            request.log.error({ err: error }, 'upload failed')
            reply.raw.destroy()
          })
          if (isStaffs)
            await auditUpload(deps.recordAuditEvent, { caller, request, reply }).catch(
              (error: unknown) => {
                request.log.error({ err: error }, 'upload not in the audit log')
              },
            )
          return reply
        },
      })
  })

  serve(getAttachment, async ({ params }) => {
    opened ??= open()
    const { finish } = await opened
    const found = await finish(params.id).catch((error: unknown) => {
      if (error instanceof UploadProblem) return null
      throw error
    })
    if (!found) throw new ProblemError('file_not_found')
    return describeAttachment(found)
  })
}

function createTus(
  { locks, isCourse, films, handInUploads }: UploadDependencies,
  {
    path,
    uploads,
    room,
    finish,
    log,
  }: {
    path: string
    uploads: FileStore
    room: UploadRoom
    finish: (id: string) => Promise<AttachmentRow | null>
    log: FastifyBaseLogger
  },
): Server {
  const tus = new Server({
    path,
    datastore: uploads,
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
    onUploadCreate: async (_request, { id, metadata, size: sizeInBytes }) => {
      const asked = readUploadRequest({ metadata, sizeInBytes })
      const { kind, courseId, filename, learnerId } = asked
      if ((kind === 'submission') !== (path === learnerUploadsPath)) throw unknownKind()
      if (kind === 'rendition') {
        await films.beginRendition({ ...asked, sizeInBytes: sizeInBytes ?? 0 })
      } else if (!(await isCourse(courseId))) {
        throw new UploadProblem(404, 'This course does not exist.')
      }
      await room.claim(id, sizeInBytes ?? 0)
      if (kind === 'film') await films.begin(id, { courseId, filename })
      else if (kind === 'submission')
        await handInUploads.begin({ id, learnerId, filename, sizeInBytes: sizeInBytes ?? 0 })
      return {}
    },
    onUploadFinish: async (_request, { id, metadata, size: sizeInBytes }) => {
      const { kind } = readUploadRequest({ metadata, sizeInBytes })
      if (kind === 'film') films.finish(id)
      else if (kind === 'rendition') await films.finishRendition(id)
      else if (kind === 'attachment') await finish(id)
      return {}
    },
    onResponseError: (_request, error) => {
      if (error instanceof UploadProblem) return error
      if (error instanceof LockHeldError) {
        return { status_code: 423, body: 'This file is being uploaded from elsewhere.' }
      }
      if ('status_code' in error) return undefined
      if (error.name === 'AbortError') return ERRORS.ABORTED // who asked is gone
      const refusal = problemFor(error)
      if (isForOperators(refusal)) log.error({ err: error }, 'upload failed')
      return { status_code: refusal.status, body: JSON.stringify(refusal.toDocument()) }
    },
  })
  tus.on(EVENTS.POST_CREATE, (_request, { id }) => room.release(id))
  tus.on(EVENTS.POST_TERMINATE, (_request, _answer, id) => {
    Promise.all([films.forget(id), handInUploads.forget(id)]).catch((error: unknown) =>
      log.error({ err: error }, 'upload not forgotten'),
    )
  })
  return tus
}

async function requireEditor(
  { identify, recordAuditEvent }: UploadDependencies,
  request: FastifyRequest,
): Promise<CurrentUser> {
  const known = await identify(request, onlyCurrentUser)
  if (!known) throw new ProblemError('not_signed_in')
  const { caller } = known
  if (hasRight(caller.role, 'courses')) return caller
  if (!caller.isView) await auditRefusedUpload(recordAuditEvent, { caller, request })
  throw new ProblemError(caller.isOfficeClosed ? 'second_step_required' : 'not_allowed')
}

function readMetadata(header: string | string[] | undefined): Record<string, string | null> {
  try {
    return Metadata.parse(String(header ?? ''))
  } catch {
    return {} // refused for what it lacks
  }
}

/** Whoever begins, goes on with or takes back an upload of their own, to hand it in. */
async function requireOwner(
  { identify, handInUploads }: UploadDependencies,
  request: FastifyRequest,
  { id, metadata }: { id: string; metadata: Record<string, string | null> },
): Promise<CurrentUser> {
  const known = await identify(request, onlyCurrentUser)
  if (!known) throw new ProblemError('not_signed_in')
  const { caller } = known
  if (caller.isView) throw new ProblemError('read_only')
  const { kind, learner_id: learnerId, course_id: courseId, video_id: videoId } = metadata
  if (kind !== 'submission' || learnerId !== caller.learnerId)
    throw new ProblemError(id === '' ? 'not_allowed' : 'file_not_found')
  if (id === '')
    await handInUploads.requireWanted(caller, { courseId: courseId ?? '', videoId: videoId ?? '' })
  return caller
}

async function finishWaiting({ films }: UploadDependencies, id: string): Promise<void> {
  await films.finishRendition(id).catch((error: unknown) => {
    if (!(error instanceof UploadProblem)) throw error
  })
}

/** Of an upload that is over; null: of none that is known. */
async function findSize({ db, films }: UploadDependencies, id: string): Promise<number | null> {
  return (await findAttachment(db, id))?.sizeInBytes ?? films.findSize(id)
}

/** For one who missed the last answer: all of it is here. */
function wholeUpload(sizeInBytes: number): Record<string, string> {
  const size = String(sizeInBytes)
  return { 'tus-resumable': TUS_RESUMABLE, 'upload-offset': size, 'upload-length': size }
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
