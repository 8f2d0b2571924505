import { useEffect, useRef, useState } from 'react'
import { t } from '../../../../shared/i18n/translate.ts'
import { type UploadKind, uploadKinds } from '../../../files/upload-kinds.ts'
import type { Made } from './find-made.ts'
import { fingerprintOf, type Sending, sendFile } from './send-file.ts'

/** `waiting`: for the network, or for the academy's store. `sent`: the academy has all of it, and looks at it. */
type UploadState = 'queued' | 'sending' | 'sent' | 'paused' | 'waiting' | 'refused'

export interface RunningUpload {
  key: number
  /** What it is for, e.g. the lesson that it is a film of. */
  purpose: string
  name: string
  fingerprint: string
  sizeInBytes: number
  sentInBytes: number
  state: UploadState
  /** Why it was refused, or waits; empty: for the network. */
  sentence: string
}

export interface Uploads {
  running: RunningUpload[]
  pause(key: number): void
  resume(key: number): void
  /** Also takes a refused one out of the list. */
  cancel(key: number): void
}

export interface ChosenFile {
  file: File
  purpose?: string
}

interface UploadPlan {
  courseId: string
  kind: UploadKind
  /** So many share the line; the others wait their turn. */
  atOnce: number
}

const shownEveryInMs = 200
const triedAgainAfterInMs = 10_000

/** Whose turn it is. One that waits keeps its place: a store that takes nothing is not asked by ever more. */
export function chooseNext<Upload extends Pick<RunningUpload, 'state'>>(
  running: readonly Upload[],
  atOnce: number,
): Upload[] {
  const busy = running.filter(({ state }) => state === 'sending' || state === 'waiting').length
  return running.filter(({ state }) => state === 'queued').slice(0, Math.max(0, atOnce - busy))
}

/**
 * Uploads files of a course; each calls `onDone` when the academy has it. The browser asks before the
 * page is left.
 */
export function useUploads(
  { courseId, kind, atOnce }: UploadPlan,
  onDone: (made: Made, upload: RunningUpload, file: File) => void,
): Uploads & { add(files: readonly ChosenFile[]): void } {
  const [running, setRunning] = useState<RunningUpload[]>([])
  const files = useRef(new Map<number, File>())
  const sendings = useRef(new Map<number, Promise<Sending>>())
  const lastKey = useRef(0)
  const done = useRef(onDone)
  useEffect(() => {
    done.current = onDone
  })

  const change = (key: number, changed: Partial<RunningUpload>) =>
    setRunning((all) => all.map((one) => (one.key === key ? { ...one, ...changed } : one)))
  const remove = (key: number) => {
    files.current.delete(key)
    sendings.current.delete(key)
    setRunning((all) => all.filter((one) => one.key !== key))
  }
  const tell = (key: number, what: (sending: Sending) => void) => {
    const refuse = () => change(key, { state: 'waiting', sentence: '' })
    sendings.current.get(key)?.then(what).catch(refuse)
  }

  const start = (upload: RunningUpload, file: File) => {
    const { key } = upload
    let shownAt = 0
    const sending = sendFile({
      courseId,
      kind,
      file,
      onProgress: (sentInBytes) => {
        if (performance.now() - shownAt < shownEveryInMs && sentInBytes < file.size) return
        shownAt = performance.now()
        change(key, { sentInBytes })
      },
      onSent: () => change(key, { state: 'sent', sentInBytes: file.size }),
      onInterrupted: (sentence) => change(key, { state: 'waiting', sentence }),
      onRefused: (sentence) => change(key, { state: 'refused', sentence }),
      onDone: (made) => {
        remove(key)
        done.current(made, upload, file)
      },
    })
    sendings.current.set(key, sending)
    // Without the network the code that uploads may be missing too.
    sending.catch(() =>
      change(key, {
        state: 'refused',
        sentence: t('The upload could not begin. Please try again.'),
      }),
    )
  }
  const resume = (key: number) => {
    change(key, { state: 'sending' })
    tell(key, (sending) => sending.resume())
  }

  useEffect(() => {
    for (const upload of chooseNext(running, atOnce)) {
      const file = files.current.get(upload.key)
      if (!file || sendings.current.has(upload.key)) continue
      start(upload, file)
      change(upload.key, { state: 'sending' })
    }
  })

  const waiting = running.filter(({ state }) => state === 'waiting').map(({ key }) => key)
  const goOn = useRef(() => {})
  useEffect(() => {
    goOn.current = () => {
      for (const key of waiting) resume(key)
    }
  })
  const isWaiting = waiting.length > 0
  useEffect(() => {
    if (!isWaiting) return
    const again = () => goOn.current()
    window.addEventListener('online', again)
    // A server that was away tells nobody that it is back.
    const timer = setInterval(again, triedAgainAfterInMs)
    return () => {
      window.removeEventListener('online', again)
      clearInterval(timer)
    }
  }, [isWaiting])
  const isUnderWay = running.some(({ state }) => state !== 'refused')
  useEffect(() => {
    if (!isUnderWay) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnderWay])
  useEffect(() => {
    const all = sendings.current
    return () => {
      for (const sending of all.values()) sending.then((one) => one.pause()).catch(() => undefined)
    }
  }, [])

  return {
    running,
    add: (chosen) => {
      const { maxSizeInBytes, limit } = uploadKinds[kind]
      const added = chosen.map(({ file, purpose = '' }): RunningUpload => {
        lastKey.current += 1
        const isTooLarge = file.size > maxSizeInBytes
        files.current.set(lastKey.current, file)
        return {
          key: lastKey.current,
          purpose,
          name: file.name,
          fingerprint: fingerprintOf(file, { courseId, kind }),
          sizeInBytes: file.size,
          sentInBytes: 0,
          state: isTooLarge ? 'refused' : 'queued',
          sentence: isTooLarge
            ? t('This file is too large. It may have up to {limit}.', { limit })
            : '',
        }
      })
      setRunning((all) => [...all, ...added])
    },
    pause: (key) => {
      change(key, { state: 'paused' })
      tell(key, (sending) => sending.pause())
    },
    resume,
    cancel: (key) => {
      const isRefused = running.some((one) => one.key === key && one.state === 'refused')
      // Of what was refused nothing is kept that could be taken back.
      if (!isRefused) tell(key, (sending) => sending.cancel())
      remove(key)
    },
  }
}
