import { useMutation } from '../../../http/web/use-mutation.ts'
import { formatDateTime } from '../../../shared/format-date.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { download } from '../../../ui/download.ts'
import { formatSize } from '../../../ui/format-size.ts'
import type { Submission } from '../contract.ts'

interface VersionListProps {
  /** All that were fetched, the newest page first. */
  pages: { submissions: Submission[]; versions: number }[]
  fileRoute: 'GET /my-submissions/:id/file' | 'GET /admin/submissions/:id/file'
}

/** What was handed in, newest first, each with its answers. */
export function VersionList({ pages, fileRoute }: VersionListProps) {
  const submissions = pages.flatMap((page) => page.submissions)
  const save = useMutation({
    mutationFn: ({ id, file }: Submission) =>
      download(fileRoute, { params: { id } }, file?.name ?? 'file'),
  })
  if (submissions.length === 0) return null
  return (
    <ol reversed className="grid list-none gap-5">
      {submissions.map((submission, at) => (
        <li key={submission.id} className="border-s-2 border-line ps-4">
          <p className="text-sm text-ink-soft">
            {t('Version {number}, handed in {time}', {
              number: (pages[0]?.versions ?? 0) - at,
              time: formatDateTime(submission.handed_in_at),
            })}
          </p>
          {submission.text !== '' && (
            <p className="mt-1 whitespace-pre-line wrap-anywhere">{submission.text}</p>
          )}
          {submission.file && (
            <Button
              variant="secondary"
              size="small"
              className="mt-2 wrap-anywhere"
              isBusy={save.isPending && save.variables.id === submission.id}
              onClick={() => save.mutate(submission)}
            >
              {t('Save {name} ({size})', {
                name: submission.file.name,
                size: formatSize(submission.file.size_in_bytes),
              })}
            </Button>
          )}
          {submission.answers.map((answer) => (
            <div key={answer.answered_at} className="mt-3 rounded-md bg-wash px-4 py-3">
              <p className="font-medium">
                {answer.outcome === 'marked'
                  ? t('Marked: {mark} of {highest}', {
                      mark: answer.mark ?? 0,
                      highest: answer.highest_mark,
                    })
                  : t('To be handed in again')}
                <span className="ms-2 text-sm font-normal text-ink-soft">
                  {formatDateTime(answer.answered_at)}
                </span>
              </p>
              {answer.words !== '' && (
                <p className="mt-1 whitespace-pre-line wrap-anywhere">{answer.words}</p>
              )}
            </div>
          ))}
        </li>
      ))}
      {save.error && (
        <li>
          <Alert tone="danger">{save.error.message}</Alert>
        </li>
      )}
    </ol>
  )
}
