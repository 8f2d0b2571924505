import { useEffect, useRef, useState } from 'react'
import { type Sending, sendFile } from './send-file.ts'

/** `waiting`: for the network. */
type UploadState = 'sending' | 'paused' | 'waiting' | 'refused'

export interface RunningUpload {
  key: number
  name: string
  sizeInBytes: number
  sentInBytes: number
  state: UploadState
  /** Why it was refused. */
  sentence: string
}

export interface Uploads {
  running: RunningUpload[]
  add(files: readonly File[]): void
  pause(key: number): void
  resume(key: number): void
  /** Also takes a refused one out of the list. */
  cancel(key: number): void
}

const maxSizeInBytes = 200 * 1024 * 1024

/** Uploads files of a course, all at once; each calls `onDone` when the academy has it. */
export function useUploads(
  courseId: string,
  onDone: (made: { id: string; name: string }) => void,
): Uploads {
  const [running, setRunning] = useState<RunningUpload[]>([])
  const sendings = useRef(new Map<number, Promise<Sending>>())
  const lastKey = useRef(0)
  const done = useRef(onDone)
  useEffect(() => {
    done.current = onDone
  })

  const change = (key: number, changed: Partial<RunningUpload>) =>
    setRunning((all) => all.map((one) => (one.key === key ? { ...one, ...changed } : one)))
  const remove = (key: number) => setRunning((all) => all.filter((one) => one.key !== key))
  const tell = (key: number, what: (sending: Sending) => void) => {
    const refuse = () => change(key, { state: 'waiting' })
    sendings.current.get(key)?.then(what).catch(refuse)
  }

  const start = (key: number, file: File) => {
    const sending = sendFile({
      courseId,
      file,
      onProgress: (sentInBytes) => change(key, { sentInBytes }),
      onInterrupted: () => change(key, { state: 'waiting' }),
      onRefused: (sentence) => change(key, { state: 'refused', sentence }),
      onDone: (made) => {
        sendings.current.delete(key)
        remove(key)
        done.current(made)
      },
    })
    sendings.current.set(key, sending)
    // Without the network the code that uploads may be missing too.
    sending.catch(() =>
      change(key, { state: 'refused', sentence: 'The upload could not begin. Please try again.' }),
    )
  }
  const resume = (key: number) => {
    change(key, { state: 'sending' })
    tell(key, (sending) => sending.resume())
  }

  const waiting = running.filter(({ state }) => state === 'waiting').map(({ key }) => key)
  useEffect(() => {
    const goOn = () => {
      for (const key of waiting) resume(key)
    }
    window.addEventListener('online', goOn)
    return () => window.removeEventListener('online', goOn)
  })
  useEffect(() => {
    const all = sendings.current
    return () => {
      for (const sending of all.values()) sending.then((one) => one.pause()).catch(() => undefined)
    }
  }, [])

  return {
    running,
    add: (files) => {
      const added = files.map((file) => {
        lastKey.current += 1
        const isTooLarge = file.size > maxSizeInBytes
        const upload: RunningUpload = {
          key: lastKey.current,
          name: file.name,
          sizeInBytes: file.size,
          sentInBytes: 0,
          state: isTooLarge ? 'refused' : 'sending',
          sentence: isTooLarge ? 'This file is too large. It may have up to 200 MB.' : '',
        }
        return { upload, file }
      })
      setRunning((all) => [...all, ...added.map(({ upload }) => upload)])
      for (const { upload, file } of added) {
        if (upload.state === 'sending') start(upload.key, file)
      }
    },
    pause: (key) => {
      change(key, { state: 'paused' })
      tell(key, (sending) => sending.pause())
    },
    resume,
    cancel: (key) => {
      tell(key, (sending) => sending.cancel())
      sendings.current.delete(key)
      remove(key)
    },
  }
}
