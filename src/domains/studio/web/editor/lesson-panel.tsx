import { lazy, Suspense } from 'react'
import { askAgain } from '../../../../http/web/ask-again.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { Alert } from '../../../../ui/controls/alert.tsx'
import { Button } from '../../../../ui/controls/button.tsx'
import { Skeleton } from '../../../../ui/controls/skeleton.tsx'
import { TextArea } from '../../../../ui/controls/text-area.tsx'
import { TextField } from '../../../../ui/controls/text-field.tsx'
import type { FieldError } from '../../../../ui/drafting/content-rules.ts'
import { RowsField } from '../../../../ui/drafting/rows-field.tsx'
import { assignment } from '../../../assignments/assignment.ts'
import { PlayableLink } from '../../../catalogue/web/playable-link.tsx'
import { quizSettings } from '../../../quizzes/quiz.ts'
import { AttachmentsField } from '../files/attachments-field.tsx'
import type { AttachmentUploads } from '../files/use-attachment-uploads.ts'
import { LessonFilm } from '../films/lesson-film.tsx'
import type { FilmUploads } from '../films/use-film-uploads.ts'
import { MarkdownPreview } from '../markdown-preview.tsx'
import type { LessonFields } from './edit-course.ts'
import { type EditedLesson, nameOf } from './edited-course.ts'
import { OpeningField } from './opening-field.tsx'
import { errorsIn, fieldId, PanelFrame } from './panel-frame.tsx'

const QuizEditor = lazy(() => askAgain(() => import('../../../quizzes/web/editor/quiz-editor.tsx')))
const AssignmentEditor = lazy(() =>
  askAgain(() => import('../../../assignments/web/editor/assignment-editor.tsx')),
)
const noSettings = quizSettings.parse({})
const noAssignment = assignment.parse({})

interface LessonPanelProps {
  courseId: string
  lesson: EditedLesson
  films: FilmUploads
  files: AttachmentUploads
  /** It is the first of the course that YouTube would not have. */
  tellsYouTubeRule: boolean
  errors: readonly FieldError<unknown>[]
  onChange: (values: Partial<LessonFields>) => void
  onMove: () => void
  onRemove: () => void
}

export function LessonPanel(props: LessonPanelProps) {
  const { courseId, lesson, films, files, tellsYouTubeRule, errors } = props
  const { onChange, onMove, onRemove } = props
  const errorOf = errorsIn(errors)
  return (
    <PanelFrame
      heading={nameOf(lesson, 'lesson')}
      actions={
        <>
          <Button variant="secondary" size="small" onClick={onMove}>
            {t('Move to…')}
          </Button>
          <Button variant="quiet" size="small" onClick={onRemove}>
            {t('Remove lesson')}
          </Button>
        </>
      }
    >
      <TextField
        id={fieldId('title')}
        label={t('Lesson title')}
        maxLength={200}
        value={lesson.title}
        error={errorOf('title')}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <div className="grid gap-5 sm:grid-cols-[1fr_10rem]">
        <div>
          <TextField
            id={fieldId('url')}
            label={t('Film link')}
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={2000}
            value={lesson.url}
            error={errorOf('url')}
            onChange={(event) => onChange({ url: event.target.value })}
          />
          {errorOf('url') === undefined && <PlayableLink url={lesson.url} />}
        </div>
        <TextField
          id={fieldId('duration')}
          label={t('Duration')}
          maxLength={50}
          placeholder="15 min"
          value={lesson.duration}
          error={errorOf('duration')}
          onChange={(event) => onChange({ duration: event.target.value })}
        />
      </div>
      <LessonFilm lessonId={lesson.id} url={lesson.url} uploads={films} />
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={lesson.is_preview}
          onChange={(event) => onChange({ is_preview: event.target.checked })}
          className="size-5 shrink-0 accent-ink"
        />
        <span>{t('Free preview: everybody can see this lesson before buying')}</span>
      </label>
      {!lesson.is_preview && (
        <OpeningField
          value={lesson.opens}
          errorOf={errorOf}
          onChange={(opens) => onChange({ opens })}
        />
      )}
      {tellsYouTubeRule && (
        <Alert tone="warning">
          {t(
            'YouTube does not allow charging for its player. Upload the films of such lessons instead, or make the lessons free.',
          )}
        </Alert>
      )}
      <TextArea
        id={fieldId('text')}
        label={t('Text')}
        isOptional
        rows={6}
        maxLength={20_000}
        hint={t(
          'Shown below the film. Markdown: **bold**, *italic*, # heading, - list, [link](https://…).',
        )}
        value={lesson.text}
        error={errorOf('text')}
        onChange={(event) => onChange({ text: event.target.value })}
      />
      {lesson.text !== '' && <MarkdownPreview text={lesson.text} />}
      <RowsField
        legend={t('Links')}
        noun={t('link')}
        rows={lesson.links}
        limit={20}
        makeRow={() => ({ title: '', url: '' })}
        onChange={(links) => onChange({ links })}
      >
        {(link, at, change) => (
          <div className="grid gap-3 sm:grid-cols-2">
            <TextField
              id={fieldId(`links.${at}.title`)}
              label={t('Name of link {number}', { number: at + 1 })}
              maxLength={200}
              value={link.title}
              error={errorOf(`links.${at}.title`)}
              onChange={(event) => change({ title: event.target.value })}
            />
            <TextField
              id={fieldId(`links.${at}.url`)}
              label={t('Address of link {number}', { number: at + 1 })}
              inputMode="url"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={2000}
              value={link.url}
              error={errorOf(`links.${at}.url`)}
              onChange={(event) => change({ url: event.target.value })}
            />
          </div>
        )}
      </RowsField>
      <AttachmentsField
        lessonId={lesson.id}
        uploads={files}
        value={lesson.attachments}
        errors={attachmentErrors(errors)}
        onChange={(attachments) => onChange({ attachments })}
      />
      {lesson.quiz ? (
        <Suspense fallback={<Skeleton label={t('Loading')} className="h-40" />}>
          <QuizEditor
            key={lesson.id}
            courseId={courseId}
            videoId={lesson.id}
            quiz={lesson.quiz}
            errorOf={(field) => errorOf(`quiz.${field}`)}
            idOf={(field) => fieldId(`quiz.${field}`)}
            onChange={(quiz) => onChange({ quiz })}
          />
        </Suspense>
      ) : (
        <div>
          <Button
            variant="secondary"
            size="small"
            onClick={() => onChange({ quiz: { ...noSettings, questions: [] } })}
          >
            {t('Add a quiz')}
          </Button>
        </div>
      )}
      {lesson.assignment ? (
        <Suspense fallback={<Skeleton label={t('Loading')} className="h-40" />}>
          <AssignmentEditor
            key={lesson.id}
            assignment={lesson.assignment}
            errorOf={(field) => errorOf(`assignment.${field}`)}
            idOf={(field) => fieldId(`assignment.${field}`)}
            onChange={(assignment) => onChange({ assignment })}
          />
        </Suspense>
      ) : (
        <div>
          <Button
            variant="secondary"
            size="small"
            onClick={() => onChange({ assignment: noAssignment })}
          >
            {t('Add an assignment')}
          </Button>
        </div>
      )}
    </PanelFrame>
  )
}

/** By the file's place in the lesson. */
function attachmentErrors(errors: readonly FieldError<unknown>[]): Record<number, string> {
  const found = errors.flatMap(({ field, message }) => {
    const place = /^attachments\.(\d+)/.exec(field)?.[1]
    return place === undefined ? [] : [[Number(place), message] as const]
  })
  return Object.fromEntries(found)
}
