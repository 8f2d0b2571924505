import { useEffect } from 'react'
import { ApiError } from '../../../../http/api-client.ts'
import { useMutation } from '../../../../http/web/use-mutation.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { call } from '../../../../ui/call.ts'
import { Alert } from '../../../../ui/controls/alert.tsx'
import { Button } from '../../../../ui/controls/button.tsx'
import { describePlace } from './describe-place.ts'

interface CourseFileImportProps {
  /** Whatever the file holds: the server says what is wrong with it. */
  content: unknown
  onDone: (id: string) => void
}

const faultsShown = 20

/** Makes the draft at once; stays to tell what could not come along. */
export function CourseFileImport({ content, onDone }: CourseFileImportProps) {
  const { mutate, data, error } = useMutation({
    mutationFn: () =>
      call('POST /admin/courses/import', {
        // The server checks that it is one.
        body: content as { format: 'academy-course'; version: 1 },
      }),
    onSuccess: ({ id, notes }) => {
      if (notes.length === 0) onDone(id)
    },
  })
  useEffect(() => mutate(), [mutate])
  if (error) return <Refusal error={error} />
  if (!data) return <output className="block">{t('Reading the course…')}</output>
  return (
    <>
      <Alert tone="warning">{t('The draft is made. Some things could not come along:')}</Alert>
      <ul className="list-disc ps-6 text-sm">
        {data.notes.map((note) => (
          <li key={note} className="break-words">
            {note}
          </li>
        ))}
      </ul>
      <p>
        <Button onClick={() => onDone(data.id)}>{t('Go on with the draft')}</Button>
      </p>
    </>
  )
}

function Refusal({ error }: { error: Error }) {
  const faults = error instanceof ApiError ? error.errors : []
  return (
    <>
      <Alert tone="danger">{error.message}</Alert>
      {faults.length > 0 && (
        <ul className="list-disc ps-6 text-sm">
          {faults.slice(0, faultsShown).map(({ path, message }) => (
            <li key={`${path}${message}`} className="break-words">
              {t('In {path}: {message}', { path: describePlace(path), message })}
            </li>
          ))}
          {faults.length > faultsShown && (
            <li>{t('And {count} more.', { count: faults.length - faultsShown })}</li>
          )}
        </ul>
      )}
    </>
  )
}
