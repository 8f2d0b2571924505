import { msg, t } from '../../../../shared/i18n/translate.ts'
import { SelectField } from '../../../../ui/controls/select-field.tsx'
import { TextArea } from '../../../../ui/controls/text-area.tsx'
import { TextField } from '../../../../ui/controls/text-field.tsx'
import type { FieldError } from '../../../../ui/drafting/content-rules.ts'
import { RowsField } from '../../../../ui/drafting/rows-field.tsx'
import { PlayableLink } from '../../../catalogue/web/playable-link.tsx'
import { CoverField } from '../files/cover-field.tsx'
import { PictureUpload } from '../files/picture-upload.tsx'
import { MarkdownPreview } from '../markdown-preview.tsx'
import type { Details } from './edit-course.ts'
import { type ErrorOf, errorsIn, fieldId, LimitError, PanelFrame } from './panel-frame.tsx'
import { WatermarkField } from './watermark-field.tsx'

interface DetailsPanelProps {
  courseId: string
  course: Details
  errors: readonly FieldError<unknown>[]
  onChange: (values: Partial<Details>) => void
}

const levels = [
  { value: '', label: msg('Not said') },
  { value: 'beginner', label: msg('Beginner') },
  { value: 'intermediate', label: msg('Intermediate') },
  { value: 'advanced', label: msg('Advanced') },
] as const

const lists = [
  ['outcomes', msg('What learners will be able to do')],
  ['audience', msg('For whom it is')],
  ['requirements', msg('What is needed')],
] as const

/** All that the course's own page tells. */
export function DetailsPanel({ courseId, course, errors, onChange }: DetailsPanelProps) {
  const errorOf = errorsIn(errors)
  return (
    <PanelFrame heading={t('Course details')}>
      <LimitError field="modules" error={errorOf('modules')} />
      <div className="grid gap-5 sm:grid-cols-[1fr_12rem]">
        <TextField
          id={fieldId('title')}
          label={t('Course title')}
          maxLength={200}
          value={course.title}
          error={errorOf('title')}
          onChange={(event) => onChange({ title: event.target.value })}
        />
        <TextField
          id={fieldId('price')}
          label={t('Price (₹)')}
          type="number"
          inputMode="numeric"
          min={1}
          step={1}
          value={course.price ?? ''}
          error={errorOf('price')}
          onChange={({ target }) =>
            onChange({ price: target.value === '' ? null : target.valueAsNumber })
          }
        />
      </div>
      <TextField
        id={fieldId('subtitle')}
        label={t('Subtitle')}
        isOptional
        maxLength={200}
        value={course.subtitle}
        error={errorOf('subtitle')}
        onChange={(event) => onChange({ subtitle: event.target.value })}
      />
      <TextArea
        id={fieldId('description')}
        label={t('Description')}
        rows={6}
        maxLength={10_000}
        hint={t('Markdown: **bold**, *italic*, # heading, - list, [link](https://…).')}
        value={course.description}
        error={errorOf('description')}
        onChange={(event) => onChange({ description: event.target.value })}
      />
      {course.description !== '' && <MarkdownPreview text={course.description} />}
      <CoverField
        courseId={courseId}
        value={course.thumbnail}
        id={fieldId('thumbnail')}
        error={errorOf('thumbnail')}
        onChange={(thumbnail) => onChange({ thumbnail })}
      />
      <div>
        <TextField
          id={fieldId('trailer')}
          label={t('Trailer link')}
          isOptional
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={2000}
          value={course.trailer}
          error={errorOf('trailer')}
          onChange={(event) => onChange({ trailer: event.target.value })}
        />
        {errorOf('trailer') === undefined && <PlayableLink url={course.trailer} />}
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          id={fieldId('language')}
          label={t('Language')}
          isOptional
          maxLength={50}
          placeholder="Hindi"
          value={course.language}
          error={errorOf('language')}
          onChange={(event) => onChange({ language: event.target.value })}
        />
        <SelectField
          id={fieldId('level')}
          label={t('Level')}
          options={levels.map(({ value, label }) => ({ value, label: t(label) }))}
          value={course.level}
          onChange={({ target }) =>
            onChange({ level: levels.find(({ value }) => value === target.value)?.value ?? '' })
          }
        />
      </div>
      <WatermarkField
        isOn={course.has_name_mark}
        onChange={(has_name_mark) => onChange({ has_name_mark })}
      />
      {lists.map(([name, label]) => (
        <TextArea
          key={name}
          id={fieldId(name)}
          label={t(label)}
          isOptional
          hint={t('One on each line, at most 20.')}
          value={course[name].join('\n')}
          error={errorOf(name)}
          onChange={(event) => onChange({ [name]: splitLines(event.target.value) })}
        />
      ))}
      <Teachers course={course} errorOf={errorOf} onChange={onChange} />
      <Questions course={course} errorOf={errorOf} onChange={onChange} />
    </PanelFrame>
  )
}

interface RowsProps {
  course: Details
  errorOf: ErrorOf
  onChange: (values: Partial<Details>) => void
}

function Teachers({ course, errorOf, onChange }: RowsProps) {
  return (
    <RowsField
      legend={t('Teachers')}
      noun={t('teacher')}
      rows={course.teachers}
      limit={10}
      makeRow={() => ({ name: '', picture: '', text: '' })}
      onChange={(teachers) => onChange({ teachers })}
    >
      {(teacher, at, change) => (
        <>
          <TextField
            id={fieldId(`teachers.${at}.name`)}
            label={t('Name of teacher {number}', { number: at + 1 })}
            maxLength={100}
            value={teacher.name}
            error={errorOf(`teachers.${at}.name`)}
            onChange={(event) => change({ name: event.target.value })}
          />
          <TextField
            id={fieldId(`teachers.${at}.picture`)}
            label={t('Picture link of teacher {number}', { number: at + 1 })}
            isOptional
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={2000}
            value={teacher.picture ?? ''}
            error={errorOf(`teachers.${at}.picture`)}
            onChange={(event) => change({ picture: event.target.value })}
          />
          <PictureUpload
            shape="portrait"
            label={t('Picture of teacher {number}', { number: at + 1 })}
            onUploaded={(picture) => change({ picture })}
          />
          <TextArea
            id={fieldId(`teachers.${at}.text`)}
            label={t('A few lines about teacher {number}', { number: at + 1 })}
            isOptional
            maxLength={2000}
            value={teacher.text ?? ''}
            error={errorOf(`teachers.${at}.text`)}
            onChange={(event) => change({ text: event.target.value })}
          />
        </>
      )}
    </RowsField>
  )
}

function Questions({ course, errorOf, onChange }: RowsProps) {
  return (
    <RowsField
      legend={t('Questions and answers')}
      noun={t('question')}
      rows={course.questions}
      limit={30}
      makeRow={() => ({ question: '', answer: '' })}
      onChange={(questions) => onChange({ questions })}
    >
      {(entry, at, change) => (
        <>
          <TextField
            id={fieldId(`questions.${at}.question`)}
            label={t('Question {number}', { number: at + 1 })}
            maxLength={300}
            value={entry.question}
            error={errorOf(`questions.${at}.question`)}
            onChange={(event) => change({ question: event.target.value })}
          />
          <TextArea
            id={fieldId(`questions.${at}.answer`)}
            label={t('Answer {number}', { number: at + 1 })}
            maxLength={5000}
            value={entry.answer}
            error={errorOf(`questions.${at}.answer`)}
            onChange={(event) => change({ answer: event.target.value })}
          />
        </>
      )}
    </RowsField>
  )
}

function splitLines(text: string): string[] {
  return text === '' ? [] : text.split('\n')
}
