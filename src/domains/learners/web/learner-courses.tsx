import { useState } from 'react'
import { formatDateTime } from '../../../shared/format-date.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { Badge } from '../../../ui/controls/badge.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import type { Notice } from '../../../ui/notice.ts'
import { rich } from '../../../ui/rich.tsx'
import { instantOf } from '../../../ui/use-save-form.ts'
import { useRights } from '../../staff/web/use-rights.ts'
import type { Learner } from '../contract.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { Section } from './section.tsx'

type Course = Learner['courses'][number]
type Lesson = Course['lessons'][number]

interface PersonCoursesProps {
  learner: Learner
  onNotice: (notice: Notice) => void
}

/** Each course with how far they are, lesson by lesson, and why they have it. */
export function LearnerCourses({ learner, onNotice }: PersonCoursesProps) {
  const { may } = useRights()
  const [withdrawing, setWithdrawing] = useState<Course | null>(null)
  const [opening, setOpening] = useState<{ course: Course; lesson: Lesson } | null>(null)
  return (
    <Section
      heading={t('Courses')}
      isEmpty={learner.courses.length === 0}
      empty={t('No course yet.')}
    >
      <ul className="grid gap-3">
        {learner.courses.map((course) => (
          <li key={course.course_id} className="rounded-md border border-line bg-sheet p-4">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
              <h4 className="font-medium wrap-anywhere">{course.title}</h4>
              <CourseBadge course={course} />
              {course.is_gift && may('gifts') && (
                <Button variant="quiet" size="small" onClick={() => setWithdrawing(course)}>
                  {rich('Withdraw the gift<spoken> {title}</spoken>', {
                    spoken: <span className="sr-only" />,
                    title: course.title,
                  })}
                </Button>
              )}
            </div>
            <p className="mt-1 text-sm text-ink-soft">
              {course.completed_at === null
                ? t('{progress} % done', { progress: course.progress })
                : t('Completed {time}', {
                    time: formatDateTime(course.completed_at),
                  })}
            </p>
            <Lessons
              course={course}
              onOpen={
                may('gifts') && course.owned ? (lesson) => setOpening({ course, lesson }) : null
              }
            />
            <History course={course} />
          </li>
        ))}
      </ul>
      {opening && (
        <ReasonDialog
          title={t('Open a lesson sooner')}
          text={t('“{title}” opens for {name} alone. What has opened cannot be closed again.', {
            title: opening.lesson.title,
            name: learner.name,
          })}
          confirmLabel={t('Open')}
          reasonHint={t('It stands in the audit log.')}
          renderFields={(errorAt) => (
            <TextField
              label={t('Opens at (India’s time)')}
              hint={t('Empty: now.')}
              isOptional
              name="opens_at"
              type="datetime-local"
              error={errorAt('opens_at')}
            />
          )}
          onClose={() => setOpening(null)}
          onDone={(message) => {
            setOpening((now) => (now === opening ? null : now))
            onNotice({ tone: 'success', text: message })
          }}
          act={(reason, form) =>
            call('POST /admin/learners/:id/courses/:course_id/openings', {
              params: { id: learner.id, course_id: opening.course.course_id },
              body: {
                video_id: opening.lesson.id,
                opens_at: instantOf(form, 'opens_at') ?? null,
                reason,
              },
            })
          }
        />
      )}
      {withdrawing && (
        <ReasonDialog
          title={t('Withdraw the gift')}
          text={t('“{title}” is closed to {name}, unless it was paid for.', {
            title: withdrawing.title,
            name: learner.name,
          })}
          confirmLabel={t('Withdraw')}
          isDangerous
          reasonHint={t('The learner can read it.')}
          onClose={() => setWithdrawing(null)}
          onDone={(message) => {
            setWithdrawing((now) => (now === withdrawing ? null : now))
            onNotice({ tone: 'success', text: message })
          }}
          act={(reason) =>
            call('DELETE /admin/learners/:id/courses/:course_id', {
              params: { id: learner.id, course_id: withdrawing.course_id },
              body: { reason },
            })
          }
        />
      )}
    </Section>
  )
}

function CourseBadge({ course }: { course: Course }) {
  if (!course.owned) return <Badge tone="plain">{t('Not any more')}</Badge>
  return <Badge tone="good">{course.is_gift ? t('Gift') : t('Has it')}</Badge>
}

interface LessonsProps {
  course: Course
  /** Null: it is not theirs to do. */
  onOpen: ((lesson: Lesson) => void) | null
}

function Lessons({ course, onOpen }: LessonsProps) {
  if (course.lessons.length === 0) return null
  return (
    <details className="mt-2">
      <summary className="cursor-pointer py-3 text-sm font-medium lg:py-1">
        {t('Lesson by lesson')}
      </summary>
      <ol className="mt-1 grid gap-2 text-sm lg:gap-1">
        {course.lessons.map((lesson) => (
          <li key={lesson.id} className="flex flex-wrap justify-between gap-x-4">
            <span className="min-w-0 wrap-anywhere">
              {lesson.module}: {lesson.title}
            </span>
            <span className="text-ink-soft">
              {lesson.completed ? t('Done') : `${Math.round(lesson.fraction * 100)} %`}
              {lesson.last_played_at !== null && `, ${formatDateTime(lesson.last_played_at)}`}
              {lesson.not_due !== null && `, ${lesson.not_due}`}
            </span>
            {lesson.not_due !== null && onOpen && (
              <Button variant="quiet" size="small" onClick={() => onOpen(lesson)}>
                {rich('Open sooner<spoken> {title}</spoken>', {
                  spoken: <span className="sr-only" />,
                  title: lesson.title,
                })}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </details>
  )
}

function History({ course }: { course: Course }) {
  return (
    <details>
      <summary className="cursor-pointer py-3 text-sm font-medium lg:py-1">{t('Why')}</summary>
      <ol className="mt-1 grid gap-1 text-sm">
        {course.history.map(({ at, change, reason }) => (
          <li key={`${at} ${change}`} className="wrap-anywhere">
            <span className="text-ink-soft">{formatDateTime(at)}:</span>{' '}
            {change === 'grant' ? t('Opened.') : t('Closed.')} {reason}
          </li>
        ))}
      </ol>
    </details>
  )
}
