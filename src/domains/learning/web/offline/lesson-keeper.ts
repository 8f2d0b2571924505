import { useSyncExternalStore } from 'react'
import { ApiError } from '../../../../http/api-client.ts'
import type { ResponseOf } from '../../../../http/endpoint.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { call } from '../../../../ui/call.ts'
import { formatSize } from '../../../../ui/format-size.ts'
import { isRefused } from '../../../../ui/is-refused.ts'
import type { Course } from '../../../catalogue/contract.ts'
import type { getOfflineKey } from '../../contract.ts'
import { senderOf } from '../classroom/learner-sender.ts'
import { findVideo } from '../classroom/renew-link.ts'
import type { Rendition } from '../player/film.ts'
import { requestLink, waitForTurn } from '../player/request-link.ts'
import { decryptChunk, importKey } from './encrypt-chunk.ts'
import { fetchFiles, isWhole } from './fetch-files.ts'
import { forgetScreen, keepScreen } from './keep-screen.ts'
import {
  hasFiles,
  type KeptFile,
  type KeptLesson,
  type ListedLesson,
  type LossReason,
  lossOf,
  readList,
  readPlace,
  writePlace,
  writeToList,
} from './kept-lesson.ts'
import { type KeptStore, openKeptStore } from './kept-store.ts'

type Video = Course['modules'][number]['videos'][number]
type OfflineKey = ResponseOf<typeof getOfflineKey>

export interface KeptState {
  /** Null: not read yet. */
  lessons: readonly KeptLesson[] | null
  listed: readonly ListedLesson[]
  /** By lesson, how many bytes are here of one that is being fetched; null while the network is awaited. */
  underWay: Readonly<Record<string, number | null>>
  /** By lesson, why it could not be kept. */
  failures: Readonly<Record<string, string>>
  /** What the browser says it would still give, in bytes; null: it does not say. */
  room: number | null
}

export type LessonKeeper = ReturnType<typeof createKeeper>

const triesOfPart = 5
/** What may stay for so long was confirmed on this day. */
const recentInMs = 39 * 24 * 3_600_000
const keepers = new Map<string, LessonKeeper>()

/** The one keeper of a learner on this page: what it fetches goes on in the next lesson. */
export function keeperOf(learnerId: string): LessonKeeper {
  const keeper = keepers.get(learnerId) ?? createKeeper(learnerId)
  keepers.set(learnerId, keeper)
  return keeper
}

export function useKept(keeper: LessonKeeper): KeptState {
  return useSyncExternalStore(keeper.listen, keeper.read, keeper.read)
}

/** One for each page; others of the same learner may be open beside it. */
export function createKeeper(learnerId: string) {
  const listeners = new Set<() => void>()
  const closers = new Map<string, AbortController>()
  let state: KeptState = { lessons: null, listed: [], underWay: {}, failures: {}, room: null }
  let confirming: Promise<void> | null = null

  const show = (change: Partial<KeptState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const showUnderWay = (id: string, keptInBytes: number | null) =>
    show({ underWay: { ...state.underWay, [id]: keptInBytes } })
  const withStore = async <Value>(use: (store: KeptStore) => Promise<Value>): Promise<Value> => {
    const store = await openKeptStore(learnerId)
    try {
      return await use(store)
    } finally {
      const room = await readRoom()
      // Last and shown at once: what is read before another wait may be older than what is shown.
      const lessons = await store.list().catch(() => [])
      store.close()
      show({ lessons, listed: readList(learnerId), room })
    }
  }

  /** Fetches a lesson in one size, or what is missing of it. Never rejects: the state says how it went. */
  const keep = async (course: Course, video: Video, name: Rendition['name']): Promise<void> => {
    const id = `${course.id}/${video.id}`
    if (id in state.underWay) return
    const closing = new AbortController()
    const { signal } = closing
    closers.set(id, closing)
    const { [id]: _, ...failures } = state.failures
    show({ failures })
    showUnderWay(id, 0)
    const needed = listFiles(video, name).reduce((sum, file) => sum + (file.sizeInBytes ?? 0), 0)
    try {
      await navigator.storage.persist()
      await keepScreen()
      await withStore(async (store) => {
        const fresh = await askForKey({ courseId: course.id, videoId: video.id })
        const { lesson, fetchPart } = await plan({
          course,
          learnerId,
          video,
          name,
          fresh,
          signal,
          onWait: () => showUnderWay(id, null),
        })
        const before = (await store.list()).find((one) => one.id === id)
        const known = hasFiles(before, lesson.files) ? await store.readKey(id) : undefined
        if (!known || before?.filmId !== lesson.filmId) await store.remove(id)
        const key = known || (await importKey(fresh.key))
        signal.throwIfAborted()
        await store.save(lesson, key)
        writeToList(learnerId, id, { id, title: video.title })
        show({ lessons: await store.list() })
        const onProgress = (keptInBytes: number) => showUnderWay(id, keptInBytes)
        await fetchFiles(lesson, { store, key, fetchPart, onProgress, signal })
        signal.throwIfAborted()
        const kept = (await store.list()).find((one) => one.id === id)
        if (kept) await store.replace(kept, { ...kept, keptAt: new Date().toISOString() })
        await learnPlaces([lesson])
      })
    } catch (error) {
      const sentence = signal.aborted ? null : sayFailure(error, needed)
      if (isFull(error)) await remove(id).catch(() => undefined)
      if (sentence !== null) show({ failures: { ...state.failures, [id]: sentence } })
    } finally {
      closers.delete(id)
      const { [id]: _, ...underWay } = state.underWay
      show({ underWay })
    }
  }

  const remove = async (id: string): Promise<void> => {
    closers.get(id)?.abort()
    await withStore(async (store) => {
      await store.remove(id)
      writeToList(learnerId, id, null)
      const left = await store.list()
      const isComing = [...closers.values()].some(({ signal }) => !signal.aborted)
      if (left.length === 0 && !isComing) await forgetScreen()
    })
  }

  /** Where they were left on other devices. What waits here to be told, or was told meanwhile, is later. */
  const learnPlaces = async (lessons: readonly KeptLesson[]) => {
    const sender = senderOf(learnerId)
    for (const [courseId, kept] of Map.groupBy(lessons, (lesson) => lesson.courseId)) {
      const told = kept.filter((lesson) => !sender.hasUnsent(lesson))
      const before = new Map(told.map(({ id, videoId }) => [videoId, readPlace(id)]))
      const progress = await askForProgress(courseId).catch(() => null)
      for (const { id: videoId, position } of progress?.videos ?? []) {
        const id = `${courseId}/${videoId}`
        const isAsBefore = before.get(videoId) === readPlace(id)
        if (isAsBefore && !sender.hasUnsent({ courseId, videoId }))
          writePlace(learnerId, id, position)
      }
    }
  }

  const lose = async (store: KeptStore, lesson: KeptLesson, lost: LossReason) => {
    const { id, title } = lesson
    if (await store.replace(lesson, null)) writeToList(learnerId, id, { id, title, lost })
  }

  /**
   * Looks at what is here, and asks the academy whether it may stay. What is removed or kept anew in
   * the meantime is left as it is then.
   */
  const confirmAll = () =>
    withStore(async (store) => {
      show({ lessons: await store.list(), listed: readList(learnerId) })
      for (const lesson of state.lessons ?? []) {
        if (lesson.id in state.underWay) continue
        const answer = await askForKey(lesson).catch((error: unknown) =>
          isRefused(error) && !isSignedOut(error) ? ('refused' as const) : null,
        )
        const reason =
          lossOf(lesson, answer, new Date()) ??
          (lesson.keptAt === null || (await isWhole(lesson, store)) ? null : 'removed_by_browser')
        if (reason !== null) await lose(store, lesson, reason)
        else if (answer !== null && answer !== 'refused') await renew(store, lesson, answer)
      }
      const here = new Set((await store.list()).map(({ id }) => id))
      for (const one of readList(learnerId)) {
        const isLost = !here.has(one.id) && !(one.id in state.underWay)
        if (isLost && !one.lost)
          writeToList(learnerId, one.id, { ...one, lost: 'removed_by_browser' })
      }
      if (here.size > 0) await keepScreen().catch(() => undefined)
      await learnPlaces(await store.list())
    })

  const confirm = (): Promise<void> => {
    confirming ??= confirmAll()
      .catch(() => show({ lessons: [] }))
      .finally(() => {
        confirming = null
      })
    return confirming
  }

  const confirmDue = async () => {
    if (readList(learnerId).every(({ lost }) => lost)) return
    const isDue = await withStore(async (store) => {
      const lessons = await store.list()
      const keys = await Promise.all(lessons.map(({ id }) => store.readKey(id)))
      const isRecent = lessons.every(
        ({ keepUntil }) => Date.parse(keepUntil) > Date.now() + recentInMs,
      )
      if (isRecent && !keys.includes(undefined)) await learnPlaces(lessons)
      return !isRecent || keys.includes(undefined)
    })
    if (isDue) await confirm()
  }

  /** For forty days more, and with its key, which is gone once a session has ended. */
  const renew = async (store: KeptStore, lesson: KeptLesson, answer: OfflineKey) => {
    const key = (await store.readKey(lesson.id)) ?? (await importKey(answer.key))
    const chunk = await store.readChunk(lesson.id, 'film', 0)
    const isReadable =
      chunk === undefined ||
      (await decryptChunk(key, `${lesson.id} film 0`, chunk).then(
        () => true,
        () => false,
      ))
    const { opening, keep_until: keepUntil, film: filmNumber } = answer
    const renewed = { ...lesson, opening, keepUntil, filmNumber }
    if (isReadable) await store.replace(lesson, renewed, key)
    else await lose(store, lesson, 'unreadable')
  }

  return {
    read: () => state,
    listen: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    keep,
    remove,
    removeAll: async () => {
      const ids = [...state.listed, ...(state.lessons ?? [])].map(({ id }) => id)
      for (const id of new Set([...ids, ...Object.keys(state.underWay)])) await remove(id)
    },
    /** Never rejects: where nothing can be kept, nothing is. */
    confirm,
    /** From any page: where a key is missing, as a session has ended, or the last time was a day ago. */
    confirmDue: () => confirmDue().catch(() => undefined),
  }
}

async function readRoom(): Promise<number | null> {
  try {
    const { quota, usage = 0 } = await navigator.storage.estimate()
    return quota === undefined ? null : Math.max(0, quota - usage)
  } catch {
    return null
  }
}

function askForProgress(courseId: string) {
  return call('GET /courses/:course_id/progress', {
    params: { course_id: courseId },
  })
}

function askForKey({ courseId, videoId }: { courseId: string; videoId: string }) {
  return call('GET /courses/:course_id/videos/:video_id/offline-key', {
    params: { course_id: courseId, video_id: videoId },
  })
}

interface Planning {
  course: Course
  learnerId: string
  video: Video
  name: Rendition['name']
  fresh: OfflineKey
  signal: AbortSignal
  onWait: () => void
}

/** What a lesson consists of on the device, and how its parts are fetched by links that end. */
async function plan({ course, learnerId, video, name, fresh, signal, onWait }: Planning) {
  const of = { courseId: course.id, videoId: video.id }
  let known: Video | undefined = await findVideo(of)
  const findFiles = () => listFiles(known, name)
  /** Follows links as they end, and waits for a network that is lost. */
  const fetchPart = async (
    file: Pick<KeptFile, 'name'>,
    from = 0,
    to = Number.POSITIVE_INFINITY,
  ): Promise<Uint8Array<ArrayBuffer>> => {
    for (let tries = 1; ; tries += 1) {
      const url = findFiles().find((one) => one.name === file.name)?.url
      if (url === undefined || signal.aborted) throw new ApiError(410, { code: 'file_not_found' })
      const bytes = await fetchBytes(url, { from, to, signal }).catch(() => null)
      if (bytes && (to === Number.POSITIVE_INFINITY || bytes.length === to + 1 - from)) return bytes
      if (tries === triesOfPart) throw new ApiError(0, { code: 'offline' })
      if (tries > 1) await waitForTurn(tries - 1, signal)
      const renewUrl = async () => (await findVideo(of)) ?? null
      known = (await requestLink({ renewUrl, signal, onUnreachable: onWait })) ?? undefined
    }
  }
  const files: KeptFile[] = []
  for (const { url: _, ...file } of findFiles()) {
    // Of captions nobody tells the size.
    const sizeInBytes = file.sizeInBytes ?? (await fetchPart(file)).length
    files.push({ ...file, sizeInBytes })
  }
  const rendition = known?.film?.renditions.find((one) => one.name === name)
  if (!known?.film || !rendition) throw new ApiError(404, { code: 'file_not_found' })
  const { height, bits_per_second } = rendition
  const { duration_in_seconds, chapters } = known.film
  const lesson: KeptLesson = {
    id: `${course.id}/${video.id}`,
    learnerId,
    ...of,
    title: video.title,
    courseTitle: course.title,
    filmId: fresh.film_id,
    filmNumber: fresh.film,
    hasNameMark: course.has_name_mark === true,
    film: { duration_in_seconds, chapters },
    rendition: { name, height, bits_per_second },
    files,
    keptAt: null,
    keepUntil: fresh.keep_until,
    opening: fresh.opening,
  }
  return { lesson, fetchPart }
}

type Fetched = Omit<KeptFile, 'sizeInBytes'> & { sizeInBytes?: number; url: string }

function listFiles(video: Video | undefined, name: Rendition['name']): Fetched[] {
  const rendition = video?.film?.renditions.find((one) => one.name === name)
  if (!video || !rendition) return []
  const { url, size_in_bytes: sizeInBytes } = rendition
  return [
    { name: 'film', type: 'video/mp4', label: video.title, sizeInBytes, url },
    ...(video.film?.captions ?? []).map(({ language, label, url }) => ({
      name: `captions-${language}`,
      type: 'text/vtt; charset=utf-8',
      label,
      url,
    })),
    ...(video.attachments ?? []).map((file) => ({
      name: `file-${file.id}`,
      type: 'application/octet-stream',
      label: file.name,
      sizeInBytes: file.size_in_bytes,
      url: file.url,
    })),
  ]
}

async function fetchBytes(
  url: string,
  { from, to, signal }: { from: number; to: number; signal: AbortSignal },
): Promise<Uint8Array<ArrayBuffer>> {
  const isPart = to !== Number.POSITIVE_INFINITY
  const headers: HeadersInit = isPart ? { range: `bytes=${from}-${to}` } : {}
  const answer = await fetch(url, { headers, signal })
  if (!answer.ok) throw new TypeError(`${answer.status}`)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  return answer.status === 206 || !isPart ? bytes : bytes.slice(from, to + 1)
}

function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError'
}

function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

function sayFailure(error: unknown, neededInBytes: number): string {
  if (isFull(error)) {
    return t(
      'There is no room left for it on this device: it needs {size}. Nothing of it was kept.',
      { size: formatSize(neededInBytes) },
    )
  }
  if (error instanceof ApiError && error.detail !== null) return error.detail
  if (error instanceof ApiError && error.status === 0)
    return t('The network was lost. What has come is kept: go on when you are back.')
  return t('It could not be kept. Please try again.')
}
