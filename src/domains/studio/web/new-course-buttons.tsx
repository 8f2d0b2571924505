import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useMutation } from '../../../http/web/use-mutation.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { ActionButton } from '../../../ui/controls/action-button.tsx'
import { ImportCourse } from './import/import-course.tsx'
import { studioKey } from './queries.ts'
import { studioPaths } from './studio-paths.ts'

/** Begins a course from nothing or from a file, and opens the editor with it. */
export function NewCourseButtons({ onFailure }: { onFailure: (message: string) => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  /** @param from Who has gone on from there stays where they are. */
  const openEditor = async (id: string, from: unknown) => {
    await client.invalidateQueries({ queryKey: studioKey })
    if (window.location.href === from) await navigate(studioPaths.course(id))
  }
  const draft = useMutation({
    mutationFn: () => call('POST /admin/drafts', { body: { course: { title: '' } } }),
    onMutate: () => window.location.href,
    onSuccess: ({ id }, _, from) => openEditor(id, from),
    onError: ({ message }) => onFailure(message),
  })
  return (
    <>
      <ActionButton variant="secondary" action={draft}>
        {t('New draft')}
      </ActionButton>
      <ImportCourse onImported={(id) => void openEditor(id, window.location.href)} />
    </>
  )
}
