import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { t } from '../../../../shared/i18n/translate.ts'
import { newId } from '../../../../ui/drafting/new-id.ts'
import { filmIdOf } from '../../../films/film-link.ts'
import { lessonsInModuleAtMost } from '../../course-input.ts'
import type { CourseStore } from '../editor/course-rules.ts'
import { findLesson } from '../editor/edited-course.ts'
import { fingerprintOf } from '../files/send-file.ts'
import { type RunningUpload, type Uploads, useUploads } from '../files/use-uploads.ts'
import { filmQuery } from './film-queries.ts'
import { isUntouched } from './is-untouched.ts'
import { lessonTitleOf } from './lesson-title.ts'
import { retellDuration } from './tell-duration.ts'
import { carryChapters } from './typed-chapters.ts'

/** Films on their way; the purpose of each is the id of its lesson. */
export interface FilmUploads extends Uploads {
  /** Each becomes a lesson named after its file, in the order of the names. */
  addToModule(moduleId: string, files: readonly File[]): void
  /** In the place of the film that the lesson has. */
  addToLesson(lessonId: string, file: File): void
}

const byName = new Intl.Collator('en', { numeric: true })

/** Uploads films into the lessons of a course, for as long as its editor is open. */
export function useFilmUploads(
  { courseId, store }: { courseId: string; store: CourseStore },
  say: (sentence: string) => void,
): FilmUploads {
  const client = useQueryClient()
  /** Lessons that are there only for the film that comes. */
  const added = useRef(new Map<string, string>())
  const uploads = useUploads(
    { courseId, kind: 'film', atOnce: 2 },
    (made, { purpose: id }, file) => {
      void makeSmaller(made.id, file)
      added.current.delete(id)
      const lesson = findLesson(store.read().content, id)?.lesson
      if (!lesson) return say(t('The lesson of {name} is not there any more.', { name: made.name }))
      const before = filmIdOf(lesson.url) ?? ''
      const { queryKey } = filmQuery(before)
      const duration = retellDuration(lesson.duration, {
        before: client.getQueryData(queryKey)?.duration_in_seconds ?? null,
        now: made.durationInSeconds,
      })
      carryChapters(before, made.id)
      store.edit({ type: 'set-lesson', id, values: { url: `film:${made.id}`, duration } })
      say(t('{name} is uploaded.', { name: made.name }))
    },
  )

  /** A film that was refused may be chosen again. */
  const underWay = uploads.running.filter(({ state }) => state !== 'refused')
  const withoutRunning = (files: readonly File[]) => {
    const known = new Set(underWay.map(({ fingerprint }) => fingerprint))
    return files.filter((file) => !known.has(fingerprintOf(file, { courseId, kind: 'film' })))
  }
  /** Its place is taken by another. */
  const cancelOf = (lessonId: string) => {
    for (const { key, purpose } of uploads.running) {
      if (purpose === lessonId) uploads.cancel(key)
    }
  }
  const drop = (key: number) => {
    const upload = uploads.running.find((one) => one.key === key)
    uploads.cancel(key)
    if (upload) removeIfUntouched(upload)
  }
  /** A lesson that was added for a film goes with it, unless somebody has written in it. */
  const removeIfUntouched = ({ purpose: id }: RunningUpload) => {
    const title = added.current.get(id)
    added.current.delete(id)
    const lesson = findLesson(store.read().content, id)?.lesson
    if (!lesson || title === undefined || !isUntouched(lesson, title)) return
    store.edit({ type: 'remove-lesson', id })
  }

  return {
    ...uploads,
    cancel: drop,
    addToModule: (moduleId, files) => {
      const module = store.read().content.modules.find(({ id }) => id === moduleId)
      if (!module) return
      const busy = new Set(underWay.map(({ purpose }) => purpose))
      // A lesson that waits for a film of this name gets it: the page was left while it was uploaded.
      const waiting = module.videos.filter(({ id, url }) => url.trim() === '' && !busy.has(id))
      const chosen = withoutRunning(files).toSorted((one, other) =>
        byName.compare(one.name, other.name),
      )
      let room = lessonsInModuleAtMost - module.videos.length
      const placed = chosen.flatMap((file) => {
        const title = lessonTitleOf(file.name)
        const at = waiting.findIndex((lesson) => lesson.title === title)
        const known = at === -1 ? undefined : waiting.splice(at, 1)[0]
        if (!known && room <= 0) return []
        const id = known?.id ?? newId()
        if (!known) {
          room -= 1
          store.edit({ type: 'add-lesson', id, moduleId, values: { title } })
          added.current.set(id, title)
        }
        return [{ file, purpose: id }]
      })
      for (const { purpose } of placed) cancelOf(purpose)
      uploads.add(placed)
      const left = chosen.length - placed.length
      say(
        left > 0
          ? t('A module can have {most} lessons; {left} of the films were left out.', {
              most: lessonsInModuleAtMost,
              left,
            })
          : t('Uploading {count, plural, =1 {{name}} other {# films}}.', {
              count: placed.length,
              name: placed[0]?.file.name ?? '',
            }),
      )
    },
    addToLesson: (lessonId, file) => {
      if (withoutRunning([file]).length === 0)
        return say(t('{name} is being uploaded already.', { name: file.name }))
      cancelOf(lessonId)
      uploads.add([{ file, purpose: lessonId }])
      say(t('Uploading {name}.', { name: file.name }))
    },
  }
}

/** Where the server does not, from the file that is at hand. What cannot be loaded now is when the lesson is opened. */
async function makeSmaller(filmId: string, file: File): Promise<void> {
  const loaded = await import('./transcoding/film-transcoding.ts').catch(() => null)
  loaded?.startTranscoding(filmId, file)
}
