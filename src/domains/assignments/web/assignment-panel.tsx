import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { formatDate } from '../../../shared/format-date.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { ShowMore } from '../../../ui/controls/show-more.tsx'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import { isFocusAround } from '../../../ui/layout/hold-focus.ts'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { Prose } from '../../../ui/prose.tsx'
import type { LessonPanelProps } from '../../learning/web/classroom/lesson-panel.ts'
import type { AssignmentState } from '../contract.ts'
import { HandInForm } from './hand-in-form.tsx'
import { readDraft } from './kept-draft.ts'
import { assignmentQuery, assignmentsKey } from './queries.ts'
import { VersionList } from './version-list.tsx'

/** The assignment of the open lesson: what is asked, what was handed in, and what was answered. */
export default function AssignmentPanel({ course, video }: LessonPanelProps) {
  const of = { courseId: course.id, videoId: video.id }
  const client = useQueryClient()
  const query = assignmentQuery(of)
  const found = useInfiniteQuery(query)
  const { data, error, isLoadingError, isFetching, refetch } = found
  const panel = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // What is being written stays, also when the rest could not be fetched anew.
  if (isLoadingError) return <LoadFailure sentence={error.message} of={{ isFetching, refetch }} />
  const [state] = data?.pages ?? []
  if (!state) return <Skeleton label={t('Loading')} className="h-40" />
  const { submissions } = state
  return (
    <div ref={panel} className="grid max-w-text gap-4">
      <div>
        <h3 ref={heading} tabIndex={-1} className="text-xl wrap-anywhere">
          {state.title}
        </h3>
        <p className="mt-1 text-sm text-ink-soft">{describe(state)}</p>
      </div>
      <Prose html={state.instructions_html} className="wrap-anywhere" />
      {state.may_hand_in ? (
        <HandInForm
          // Emptied by what it has handed in.
          key={submissions[0]?.id}
          of={of}
          accepts={state.accepts}
          isAgain={submissions.length > 0}
          onHandedIn={async (next) => {
            client.setQueryData(query.queryKey, { pages: [next], pageParams: [undefined] })
            if (isFocusAround(panel.current)) heading.current?.focus()
            await client.invalidateQueries({ queryKey: assignmentsKey })
          }}
          onRefused={() => void refetch()}
        />
      ) : (
        <NotHandedIn videoId={video.id} />
      )}
      <VersionList pages={data?.pages ?? []} fileRoute="GET /my-submissions/:id/file" />
      <ShowMore found={found} className="justify-self-start" />
    </div>
  )
}

function describe(state: AssignmentState): string {
  const { due_on: due, submissions, highest_mark: highest, may_hand_in: mayHandIn } = state
  const [newest] = submissions
  const outcome = newest?.answers.at(-1)?.outcome
  return [
    t('Marks up to {highest}.', { highest }),
    ...(due === null ? [] : [t('Due on {day}.', { day: formatDate(due) })]),
    ...(newest && !outcome ? [t('It is handed in; a teacher will answer.')] : []),
    ...(outcome === 'again' && mayHandIn ? [t('Please hand in a new version.')] : []),
    t('It does not count for completing the course.'),
  ].join(' ')
}

/** What was typed when it was marked already, as on another device: it is still here to be copied. */
function NotHandedIn({ videoId }: { videoId: string }) {
  const { text } = readDraft(videoId)
  if (text === '') return null
  return (
    <details className="rounded-md bg-wash px-4 py-2">
      <summary className="min-h-11 cursor-pointer py-2">
        {t('Typed here and not handed in')}
      </summary>
      <p className="whitespace-pre-line wrap-anywhere">{text}</p>
    </details>
  )
}
