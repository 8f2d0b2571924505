import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ResponseOf } from '../../../../http/endpoint.ts'
import { useMutation } from '../../../../http/web/use-mutation.ts'
import { formatDateTime } from '../../../../shared/format-date.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { call } from '../../../../ui/call.ts'
import { Alert } from '../../../../ui/controls/alert.tsx'
import { Button } from '../../../../ui/controls/button.tsx'
import { Skeleton } from '../../../../ui/controls/skeleton.tsx'
import { LoadFailure } from '../../../../ui/load-failure.tsx'
import { query } from '../../../../ui/query.ts'
import type { getDemo } from '../../../catalogue/contract.ts'

type Demo = ResponseOf<typeof getDemo>

const demoQuery = query(['admin', 'demo'], () => call('GET /admin/demo', {}))

/** Takes the demo away in one act, and back for a day. */
export function DemoRemoval() {
  const client = useQueryClient()
  const { data: demo, isError, isFetching, refetch } = useQuery(demoQuery)
  const act = useMutation({
    mutationFn: (name: 'remove' | 'restore') =>
      name === 'remove' ? call('DELETE /admin/demo', {}) : call('POST /admin/demo/restore', {}),
    onSuccess: async (answer) => {
      client.setQueryData(demoQuery.queryKey, answer)
      await client.invalidateQueries({ queryKey: ['studio'] })
    },
  })
  if (isError)
    return (
      <LoadFailure
        sentence={t('The demo cannot be shown right now.')}
        of={{ isFetching, refetch }}
      />
    )
  if (!demo) return <Skeleton label={t('Loading the page')} className="h-40" />
  return (
    <div className="grid max-w-text gap-4">
      <p aria-live="polite">{tell(demo)}</p>
      {demo.courses.length > 0 && (
        <ul className="list-disc ps-5">
          {demo.courses.map((title) => (
            <li key={title}>{title}</li>
          ))}
        </ul>
      )}
      {demo.kept.length > 0 && (
        <Alert tone="note">
          <ul className="grid gap-1.5">
            {demo.kept.map((course) => (
              <li key={course.title}>{tellKept(course)}</li>
            ))}
          </ul>
        </Alert>
      )}
      <Alert tone="danger">{act.error?.message}</Alert>
      <div>
        {demo.state === 'shown' && (
          <Button isBusy={act.isPending} onClick={() => act.mutate('remove')}>
            {t('Remove the demo')}
          </Button>
        )}
        {demo.state === 'hidden' && (
          <Button variant="secondary" isBusy={act.isPending} onClick={() => act.mutate('restore')}>
            {t('Bring the demo back')}
          </Button>
        )}
      </div>
    </div>
  )
}

function tell({ state, courses, films, back_until: until }: Demo): string {
  if (state === 'none') return t('There is no demo in this academy.')
  if (state === 'gone') return t('The demo is gone for good.')
  if (state === 'hidden') {
    return t(
      'The demo is out of sight: nobody finds it any more. Until {time} you can bring it back as it was; then it is deleted. What was paid or tried in it stays in the books, and people who signed up keep their accounts.',
      { time: formatDateTime(until ?? '') },
    )
  }
  return t(
    'The demo has {courses, plural, one {# course} other {# courses}} and {films, plural, one {# film} other {# films}} of its own. Remove it in one go; for a day you can bring it back.',
    { courses: courses.length, films },
  )
}

function tellKept({ title, because, learners }: Demo['kept'][number]): string {
  if (because === 'changed') {
    return t(
      '“{title}” stays: you have published changes to it. If you do not want it, delete it among your courses.',
      { title },
    )
  }
  if (learners === 0) {
    return t('“{title}” is kept out of sight: orders, offers or progress hang on it.', { title })
  }
  return t(
    '“{title}” stays for {learners, plural, one {# person who has it} other {# people who have it}}; nobody else sees it.',
    { title, learners },
  )
}
