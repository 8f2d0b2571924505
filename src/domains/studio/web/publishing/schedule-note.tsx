import { useQueryClient } from '@tanstack/react-query'
import { useMutation } from '../../../../http/web/use-mutation.ts'
import { call } from '../../../../ui/call.ts'
import { ScheduleNote as Note } from '../../../../ui/drafting/schedule-note.tsx'
import { studioKey } from '../queries.ts'

interface ScheduleNoteProps {
  courseId: string
  publishAt: string
  /** It has just been scheduled by this very person. */
  isNew?: boolean
  onTakenBack?: () => void
}

/** Says when a publication is to happen, and takes it back. */
export function ScheduleNote({ courseId, onTakenBack, ...note }: ScheduleNoteProps) {
  const client = useQueryClient()
  const takeBack = useMutation({
    mutationFn: () => call('DELETE /admin/courses/:id/schedule', { params: { id: courseId } }),
    onSuccess: async () => {
      onTakenBack?.()
      await client.invalidateQueries({ queryKey: studioKey })
    },
  })
  return <Note {...note} takeBack={takeBack} />
}
