import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMutation } from '../../../../http/web/use-mutation.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { call } from '../../../../ui/call.ts'
import { ActionButton } from '../../../../ui/controls/action-button.tsx'
import { Alert } from '../../../../ui/controls/alert.tsx'
import { SelectField } from '../../../../ui/controls/select-field.tsx'
import { TextField } from '../../../../ui/controls/text-field.tsx'
import { decodeText } from '../decode-text.ts'
import { FileDrop } from '../files/file-drop.tsx'
import { listCaptionLanguages, ownNameOf } from './caption-languages.ts'
import { filmQuery, type ShownFilm } from './film-queries.ts'

const languages = listCaptionLanguages()
const maxSizeInBytes = 1024 * 1024
const route = 'PUT /admin/films/:id/captions/:language'

/** A film's captions: which there are, and those of one more language. */
export function CaptionsField({ film }: { film: ShownFilm }) {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries(filmQuery(film.id))
  const [language, setLanguage] = useState('en')
  const [label, setLabel] = useState(ownNameOf('en'))
  const [said, setSaid] = useState('')
  const add = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > maxSizeInBytes) throw new Error(t('Captions can have up to 1 MB.'))
      const text = decodeText(new Uint8Array(await file.arrayBuffer()))
      const params = { id: film.id, language }
      return call(route, { params, body: { label, text } })
    },
    onSuccess: async ({ label, cues }) => {
      await refresh()
      setSaid(
        t('{label}: {cues, plural, one {# caption is} other {# captions are}} uploaded.', {
          label,
          cues,
        }),
      )
    },
  })
  const remove = useMutation({
    mutationFn: (language: string) =>
      call('DELETE /admin/films/:id/captions/:language', {
        params: { id: film.id, language },
      }),
    onSuccess: async () => {
      await refresh()
      setSaid(t('The captions were removed.'))
    },
  })
  const error = add.error ?? remove.error
  return (
    <details className="rounded-md border border-line p-3">
      <summary className="min-h-11 cursor-pointer py-2 font-medium">
        {t('Captions ({count})', { count: film.captions.length })}
      </summary>
      <div className="grid gap-3">
        <p className="text-sm text-ink-soft">
          {t('They show at once, wherever this film plays, without publishing.')}
        </p>
        <ul className="grid gap-2">
          {film.captions.map((one) => (
            <li key={one.language} className="flex flex-wrap items-center justify-between gap-2">
              <span>
                <span lang={one.language}>{one.label}</span>{' '}
                <span className="text-sm text-ink-soft">{one.language}</span>
              </span>
              <ActionButton
                variant="secondary"
                size="small"
                aria-label={t('Remove the captions {name}', { name: one.label })}
                action={remove}
                variables={one.language}
              >
                {t('Remove')}
              </ActionButton>
            </li>
          ))}
        </ul>
        <div className="grid gap-3 sm:grid-cols-2" data-own-undo>
          <SelectField
            label={t('Language of the captions')}
            options={languages}
            value={language}
            onChange={(event) => {
              setLanguage(event.target.value)
              setLabel(ownNameOf(event.target.value))
            }}
          />
          <TextField
            label={t('Name in the player')}
            maxLength={100}
            value={label}
            error={label.trim() === '' ? t('Name is required.') : undefined}
            onChange={(event) => setLabel(event.target.value)}
          />
        </div>
        <Alert tone="danger">{error?.message}</Alert>
        <FileDrop
          label={t('Upload captions')}
          accept=".vtt,.srt,text/vtt,application/x-subrip"
          isMultiple={false}
          onFiles={([file]) => {
            remove.reset()
            if (file && label.trim() !== '') add.mutate(file)
          }}
        >
          {t(
            'A VTT or SRT file, up to 1 MB. It takes the place of the captions in the same language.',
          )}
        </FileDrop>
        <output className="text-sm text-ink-soft">{said}</output>
      </div>
    </details>
  )
}
