import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../../http/api-client.ts'
import { useMutation } from '../../../../http/web/use-mutation.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { call } from '../../../../ui/call.ts'
import { ActionButton } from '../../../../ui/controls/action-button.tsx'
import { TextArea } from '../../../../ui/controls/text-area.tsx'
import { filmQuery, type ShownFilm } from './film-queries.ts'
import { typedChapters as typed } from './typed-chapters.ts'

/** A film's chapters, as a list of times that can be pasted. */
export function ChaptersField({ film }: { film: ShownFilm }) {
  const client = useQueryClient()
  /** Null: as they are saved. */
  const [text, setText] = useState(typed.get(film.id) ?? null)
  const [wasTyped] = useState(text !== null)
  const type = (text: string | null) => {
    if (text === null) typed.delete(film.id)
    else typed.set(film.id, text)
    setText(text)
  }
  const save = useMutation({
    mutationFn: (text: string) =>
      call('PUT /admin/films/:id/chapters', {
        params: { id: film.id },
        body: { text },
      }),
    onSuccess: async (_, sent) => {
      await client.invalidateQueries(filmQuery(film.id))
      if (typed.get(film.id) === sent) typed.delete(film.id)
      setText((text) => (text === sent ? null : text))
    },
  })
  const shown = text ?? writeChapters(film.chapters)
  return (
    <details open={wasTyped} className="rounded-md border border-line p-3">
      <summary className="min-h-11 cursor-pointer py-2 font-medium">
        {t('Chapters ({count})', { count: film.chapters.length })}
      </summary>
      <div className="grid justify-items-start gap-3">
        <div className="w-full" data-own-undo>
          <TextArea
            label={t('List of chapters')}
            isOptional
            rows={4}
            maxLength={50_000}
            hint={t(
              'One a line, a time and a title: 1:30 The first cut. They show at once, without publishing.',
            )}
            value={shown}
            error={save.error ? tellErrors(save.error) : undefined}
            onChange={(event) => {
              save.reset()
              type(event.target.value)
            }}
          />
        </div>
        <ActionButton variant="secondary" action={save} variables={shown} disabled={text === null}>
          {t('Save chapters')}
        </ActionButton>
        <output className="text-sm text-ink-soft">
          {save.isSuccess && t('The chapters are saved.')}
        </output>
      </div>
    </details>
  )
}

const toldAtMost = 5

function tellErrors(error: Error): string {
  const errors = error instanceof ApiError ? error.errors : []
  const sentences = errors.slice(0, toldAtMost).map(({ message }) => message)
  if (errors.length > toldAtMost)
    sentences.push(t('And {count} more.', { count: errors.length - toldAtMost }))
  return sentences.length === 0 ? error.message : sentences.join(' ')
}

function writeChapters(chapters: ShownFilm['chapters']): string {
  return chapters.map(({ at, title }) => `${writeTime(at)} ${title}`).join('\n')
}

function writeTime(at: number): string {
  const [hours, minutes, seconds] = [Math.floor(at / 3600), Math.floor(at / 60) % 60, at % 60]
  const last = String(seconds).padStart(2, '0')
  return hours === 0 ? `${minutes}:${last}` : `${hours}:${String(minutes).padStart(2, '0')}:${last}`
}
