import { useQuery } from '@tanstack/react-query'
import { t } from '../../../../shared/i18n/translate.ts'
import { filmIdOf } from '../../../films/film-link.ts'
import { FileDrop } from '../files/file-drop.tsx'
import { RunningUploads } from '../files/running-uploads.tsx'
import { CaptionsField } from './captions-field.tsx'
import { ChaptersField } from './chapters-field.tsx'
import { filmQuery } from './film-queries.ts'
import { FilmState } from './film-state.tsx'
import { acceptedFilms } from './upload-films.tsx'
import type { FilmUploads } from './use-film-uploads.ts'

interface LessonFilmProps {
  lessonId: string
  /** The lesson's address of a film. */
  url: string
  uploads: FilmUploads
}

/** A lesson's own film: its upload, what was made of it, its captions and its chapters. */
export function LessonFilm({ lessonId, url, uploads }: LessonFilmProps) {
  const filmId = filmIdOf(url)
  const running = uploads.running.filter(({ purpose }) => purpose === lessonId)
  return (
    <div className="grid gap-3">
      {filmId !== null && <OwnFilm key={filmId} filmId={filmId} />}
      <RunningUploads uploads={{ ...uploads, running }} />
      <FileDrop
        label={filmId === null ? t('Upload a film') : t('Upload another film')}
        accept={acceptedFilms}
        isMultiple={false}
        onFiles={([file]) => file && uploads.addToLesson(lessonId, file)}
      >
        {t(
          'Or drop it here: MP4, MOV, WebM or MKV, up to 10 GB. Only those who have the course see it.',
        )}
      </FileDrop>
    </div>
  )
}

function OwnFilm({ filmId }: { filmId: string }) {
  const { data: film, error } = useQuery(filmQuery(filmId))
  return (
    <>
      <FilmState film={film} error={error} />
      {film && film.state !== 'failed' && (
        <>
          <CaptionsField film={film} />
          <ChaptersField film={film} />
        </>
      )}
    </>
  )
}
