import { msg, t } from '../../../../shared/i18n/translate.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { SelectField } from '../../../../ui/controls/select-field.tsx'
import { TextArea } from '../../../../ui/controls/text-area.tsx'
import { TextField } from '../../../../ui/controls/text-field.tsx'
import { NumberField } from '../../../quizzes/web/editor/number-field.tsx'
import { type Assignment, acceptedKinds } from '../../assignment.ts'

interface AssignmentEditorProps {
  assignment: Assignment
  /** What is wrong with a field below the assignment. */
  errorOf: (field: string) => string | undefined
  /** By which a field is found from the list of what needs attention. */
  idOf: (field: string) => string
  onChange: (assignment: Assignment | null) => void
}

const kindNames: Record<Assignment['accepts'], string> = {
  text: msg('A text'),
  file: msg('A file'),
  both: msg('A text, a file or both'),
}

/** The assignment of a lesson, as it is being written. */
export default function AssignmentEditor(props: AssignmentEditorProps) {
  const { assignment, errorOf, idOf, onChange } = props
  const set = (values: Partial<Assignment>) => onChange({ ...assignment, ...values })
  const inRange = (value: number | null) =>
    value === null ? null : Math.min(1000, Math.max(1, Math.round(value)))
  return (
    <fieldset className="grid gap-4 rounded-md border border-line p-3 sm:p-4">
      <legend className="px-1 font-medium">{t('Assignment')}</legend>
      <TextField
        id={idOf('title')}
        label={t('Title of the assignment')}
        maxLength={200}
        value={assignment.title}
        error={errorOf('title')}
        onChange={({ target }) => set({ title: target.value })}
      />
      <TextArea
        id={idOf('instructions')}
        label={t('What is to be done')}
        rows={6}
        maxLength={20_000}
        hint={t('Markdown: **bold**, *italic*, # heading, - list, [link](https://…).')}
        value={assignment.instructions}
        error={errorOf('instructions')}
        onChange={({ target }) => set({ instructions: target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          id={idOf('accepts')}
          label={t('Handed in is')}
          options={acceptedKinds.map((value) => ({ value, label: t(kindNames[value]) }))}
          value={assignment.accepts}
          error={errorOf('accepts')}
          onChange={({ target }) =>
            set({ accepts: acceptedKinds.find((kind) => kind === target.value) ?? 'both' })
          }
        />
        <NumberField
          id={idOf('due_days')}
          label={t('Due after so many days')}
          hint={t('Counted from the day a learner got the course. Empty: no day.')}
          isOptional
          value={assignment.due_days}
          error={errorOf('due_days')}
          onChange={(value) => set({ due_days: inRange(value) })}
        />
        <NumberField
          id={idOf('highest_mark')}
          label={t('Highest mark')}
          value={assignment.highest_mark}
          error={errorOf('highest_mark')}
          onChange={(value) => set({ highest_mark: inRange(value) ?? 10 })}
        />
      </div>
      <p className="text-sm text-ink-soft">
        {t('An assignment does not count for completing the course.')}
      </p>
      <div>
        <Button variant="quiet" size="small" onClick={() => onChange(null)}>
          {t('Remove the assignment')}
        </Button>
      </div>
    </fieldset>
  )
}
