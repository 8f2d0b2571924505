import { useEffect } from 'react'
import { useNavigate, useNavigation } from 'react-router'
import { paths } from '../../../paths.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { LinkButton } from '../../../ui/controls/link-button.tsx'

const readingTimeInMs = 3000

/** Says that a course cannot be shown, and leads to the courses after the time it takes to read. */
export function MissingCourse({ isGone = false }: { isGone?: boolean }) {
  const navigate = useNavigate()
  const { state } = useNavigation()

  useEffect(() => {
    if (state !== 'idle') return undefined // whoever is on their way elsewhere is not called back
    const timer = setTimeout(() => void navigate(paths.courses, { replace: true }), readingTimeInMs)
    return () => clearTimeout(timer)
  }, [navigate, state])

  return (
    <div className="page-width py-20 text-center sm:py-28">
      <h1 className="text-4xl">
        {isGone ? t('Course Not Found') : t('This course cannot be opened now')}
      </h1>
      <p aria-live="polite" className="mx-auto mt-4 max-w-text text-ink-soft">
        {isGone
          ? t('Perhaps the link is old, or the course is no longer offered.')
          : t('Please try again in a moment.')}{' '}
        {t('We are taking you to the courses.')}
      </p>
      <p className="mt-8">
        <LinkButton to={paths.courses} replace>
          {t('Browse Courses')}
        </LinkButton>
      </p>
    </div>
  )
}
