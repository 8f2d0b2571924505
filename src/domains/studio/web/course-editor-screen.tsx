import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type MetaFunction, useParams } from 'react-router'
import { paths } from '../../../paths.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { pageMeta } from '../../../ui/page-meta.ts'
import { RequireRight } from '../../staff/web/require-right.tsx'
import { CourseEditor } from './editor/course-editor.tsx'
import { type Draft, openDraft } from './editor/open-draft.ts'
import { draftQuery } from './queries.ts'

export const meta: MetaFunction = (args) =>
  pageMeta(args, { title: t('Edit course'), path: paths.admin })

export default function CourseEditorScreen() {
  const courseId = useParams()['course_id'] ?? ''
  return (
    <RequireRight rights={['courses']}>
      {({ user }) => <LoadedDraft key={courseId} personId={user.id} courseId={courseId} />}
    </RequireRight>
  )
}

interface DraftProps {
  personId: string
  courseId: string
}

function LoadedDraft({ personId, courseId }: DraftProps) {
  const { data, error, isFetching, refetch } = useQuery(draftQuery(courseId))
  const [edition, setEdition] = useState(0)
  if (data) {
    return (
      <OpenDraft
        key={edition}
        personId={personId}
        courseId={courseId}
        draft={data}
        onPublished={() => void refetch()}
        onReplaced={() =>
          void refetch().then(({ isSuccess }) => isSuccess && setEdition(edition + 1))
        }
      />
    )
  }
  return (
    <div className="page-width py-8">
      {error ? (
        <LoadFailure sentence={error.message} of={{ isFetching, refetch }} />
      ) : (
        <Skeleton label={t('Loading the course')} className="h-[70dvh]" />
      )}
    </div>
  )
}

interface OpenDraftProps extends DraftProps {
  draft: Draft
  onPublished: () => void
  onReplaced: () => void
}

function OpenDraft({ personId, courseId, draft, onPublished, onReplaced }: OpenDraftProps) {
  // Opened once: from here on the editor knows better than any later answer.
  const [opened] = useState(() => openDraft({ personId, courseId }, draft))
  return (
    <CourseEditor
      opened={opened}
      state={draft.state}
      onPublished={onPublished}
      onReplaced={onReplaced}
    />
  )
}
