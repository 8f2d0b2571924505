import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type MetaFunction, useNavigate, useParams } from 'react-router'
import { ApiError } from '../../../http/api-client.ts'
import { useMutation } from '../../../http/web/use-mutation.ts'
import { paths } from '../../../paths.ts'
import { languageTag } from '../../../shared/i18n/language.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { LinkButton } from '../../../ui/controls/link-button.tsx'
import { Spinner } from '../../../ui/controls/spinner.tsx'
import { isRefused } from '../../../ui/is-refused.ts'
import { RequireSession } from '../../../ui/layout/require-session.tsx'
import { type Notice, noticeState } from '../../../ui/notice.ts'
import { pageMeta } from '../../../ui/page-meta.ts'
import { lessonsLeftNotice } from '../../learning/web/classroom/lessons-left.ts'
import type { ListedQuiz } from '../../quizzes/contract.ts'
import { quizPath } from '../../quizzes/quiz-paths.ts'
import { quizzesQuery } from '../../quizzes/web/queries.ts'
import { quizzesLeft, quizzesLeftNotice } from '../../quizzes/web/quizzes-left.ts'
import { ConfirmName } from './confirm-name.tsx'
import { IssuedCertificate } from './issued-certificate.tsx'
import { certificateQuery, previewQuery, progressQuery } from './queries.ts'

export const meta: MetaFunction = (args) =>
  pageMeta(args, { title: t('Certificate'), path: paths.myCourses })

export default function CertificateScreen() {
  const { course_id: courseId = '' } = useParams()
  return (
    <RequireSession loading={<Generating />}>
      {() => <CertificateOf key={courseId} courseId={courseId} />}
    </RequireSession>
  )
}

/** By these the academy refuses the certificate, too: its own answer is told. */
const refusals = new Set(['course_not_found', 'course_not_owned', 'course_not_completed'])

function CertificateOf({ courseId }: { courseId: string }) {
  const preview = useQuery(previewQuery(courseId))
  const [isConfirmed, setIsConfirmed] = useState(false)
  const [language, setLanguage] = useState(() => languageTag().split('-')[0] ?? '')
  const isUnissued = preview.data?.issued === false && !isConfirmed
  const isNone =
    preview.isLoadingError && preview.error instanceof ApiError && refusals.has(preview.error.code)
  const isAsked = isNone || (preview.data !== undefined && !isUnissued)
  const certificate = useQuery({ ...certificateQuery(courseId, language), enabled: isAsked })
  // What is shown, and a name that is typed, stay when they could not be fetched anew; not once refused.
  const isLost = (one: { isLoadingError: boolean; error: Error | null }) =>
    one.isLoadingError || isRefused(one.error)
  const answers = [...(isNone ? [] : [preview]), ...(isAsked ? [certificate] : [])]
  const error = answers.find(isLost)?.error ?? null
  useLeaveOnError(courseId, error)
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: (to: string) => client.fetchQuery(certificateQuery(courseId, to)),
  })
  const changeLanguage = (to: string) =>
    change.mutate(to, {
      onSuccess: () => setLanguage(to),
      // The screen asks once more, and says why.
      onError: (refusal) => isRefused(refusal) && setLanguage(to),
    })
  if (preview.data && isUnissued) {
    return <ConfirmName preview={preview.data} onConfirmed={() => setIsConfirmed(true)} />
  }
  if (!isAsked || certificate.isPending || error) return <Generating />
  if (!certificate.data) return <NoCertificate />
  return (
    <IssuedCertificate
      certificate={certificate.data}
      isDrawn={!change.isPending}
      language={change.isPending ? change.variables : language}
      onLanguage={changeLanguage}
      failure={change.error}
    />
  )
}

function Generating() {
  return (
    <div className="page-width grid min-h-[60vh] place-content-center">
      <h1 className="sr-only">{t('Certificate')}</h1>
      <output className="grid justify-items-center gap-4">
        <Spinner className="size-10 text-marigold" />
        <span>{t('Generating your certificate...')}</span>
      </output>
    </div>
  )
}

/**
 * A certificate that cannot be had is told on the account's screen, with what is left to do for it.
 * A lost session leads to the login.
 */
function useLeaveOnError(courseId: string, error: Error | null): void {
  const navigate = useNavigate()
  const isTooEarly = error instanceof ApiError && error.code === 'course_not_completed'
  const progress = useQuery({ ...progressQuery(courseId), enabled: isTooEarly })
  const quizzes = useQuery({ ...quizzesQuery(courseId), enabled: isTooEarly, retry: false })
  const isReady = !isTooEarly || !(progress.isPending || quizzes.isPending)
  useEffect(() => {
    if (!error || !isReady || (error instanceof ApiError && error.status === 401)) return
    const text = t('Error generating certificate. Please ensure you have completed the course.')
    const left = tellLeft(courseId, progress.data?.videos ?? [], quizzes.data ?? [])
    const notice: Notice = left ? { tone: 'warning', text, ...left } : { tone: 'danger', text }
    void navigate(paths.myCourses, { replace: true, state: noticeState(notice) })
  }, [error, isReady, progress.data, quizzes.data, courseId, navigate])
}

/** Null: nothing that is known of. */
function tellLeft(
  courseId: string,
  lessons: readonly { id: string; completed: boolean }[],
  quizzes: readonly ListedQuiz[],
): Pick<Notice, 'detail' | 'link'> | null {
  const detail = lessonsLeftNotice(lessons)
  if (detail !== null)
    return { detail, link: { label: t('Go to the next lesson'), to: paths.course(courseId) } }
  const unpassed = quizzesLeft(quizzes)
  const first = lessons.find(({ id }) => unpassed.some(({ video_id }) => video_id === id))
  if (!first) return null
  const to = quizPath({ courseId, videoId: first.id })
  return { detail: quizzesLeftNotice(unpassed.length), link: { label: t('Go to the quiz'), to } }
}

function NoCertificate() {
  return (
    <div className="page-width py-16 text-center">
      <h1 className="text-3xl">{t('Certificate Not Available')}</h1>
      <p className="mt-4 text-ink-soft">
        {t('You need to complete the course to receive a certificate.')}
      </p>
      <p className="mt-8">
        <LinkButton to={paths.myCourses}>{t('Back to My Courses')}</LinkButton>
      </p>
    </div>
  )
}
