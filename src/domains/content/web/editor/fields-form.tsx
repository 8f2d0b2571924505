import type { ComponentProps } from 'react'
import { msg, t } from '../../../../shared/i18n/translate.ts'
import { fromIndiaTime } from '../../../../shared/india-time.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { SelectField } from '../../../../ui/controls/select-field.tsx'
import { TextArea } from '../../../../ui/controls/text-area.tsx'
import { TextField } from '../../../../ui/controls/text-field.tsx'
import { RowsField } from '../../../../ui/drafting/rows-field.tsx'
import { PictureUpload } from '../../../studio/web/files/picture-upload.tsx'
import { shapes } from '../../../studio/web/files/shapes.ts'
import { MarkdownPreview } from '../../../studio/web/markdown-preview.tsx'
import type { Field } from '../../block-forms.ts'
import { makeRow, type Values } from './page-rules.ts'

interface TimeFieldProps {
  typed: string
  set: (next: string) => void
}

interface FieldsFormProps {
  fields: readonly Field[]
  values: Values
  /** Goes before each name in the ids, e.g. `block-ID.` or `block-ID.items.0.`. */
  path: string
  /** Tells what is wrong at such a path. */
  errorAt: (path: string) => string | undefined
  /** Of the row that they are in, from 1: so that no two fields have one name. */
  number?: number
  /** How an uploaded picture is cut. */
  shape: 'cover' | 'portrait'
  onChange: (values: Values) => void
}

/** So a field can be found from the list of what needs attention. */
export function fieldId(path: string): string {
  return `page-field-${path}`
}

/** A form for whatever the list beside the schemas says of a part of a page. */
export function FieldsForm(props: FieldsFormProps) {
  return props.fields
    .filter(({ onlyIf }) => !onlyIf || props.values[onlyIf[0]] === onlyIf[1])
    .map((field) => <OneField key={field.name} {...props} field={field} />)
}

function OneField({ field, ...form }: FieldsFormProps & { field: Field }) {
  const { values, path, errorAt, number, shape, onChange } = form
  const { name, kind, fields = [], choices = {} } = field
  const at = `${path}${name}`
  const value = values[name]
  const typed = typeof value === 'string' ? value : ''
  const set = (next: unknown) => onChange({ [name]: next })
  const common = {
    id: fieldId(at),
    label: number === undefined ? t(field.label) : `${t(field.label)} ${number}`,
    hint: field.hint === undefined ? undefined : t(field.hint),
    error: errorAt(at),
  }
  const input = {
    ...common,
    isOptional: !field.isRequired,
    value: typed,
    onChange: ({ target }: { target: { value: string } }) => set(target.value),
  }
  switch (kind) {
    case 'line':
      return <TextField {...input} />
    case 'address':
      return <TextField {...input} {...asAddress} />
    case 'time':
      return <TimeField {...input} typed={typed} set={set} />
    case 'text':
      return <TextArea {...input} />
    case 'markdown':
      return (
        <div className="grid gap-3">
          <TextArea
            {...input}
            rows={6}
            hint={t('Markdown: **bold**, *italic*, # heading, - list, [link](https://…).')}
          />
          {typed !== '' && <MarkdownPreview text={typed} />}
        </div>
      )
    case 'choice':
      return (
        <SelectField
          {...common}
          options={Object.entries(choices).map(([choice, label]) => ({
            value: choice,
            label: t(label),
          }))}
          value={typed}
          onChange={input.onChange}
        />
      )
    case 'tick':
      return (
        <div>
          <label className="flex min-h-11 items-center gap-3">
            <input
              id={common.id}
              type="checkbox"
              checked={value === true}
              onChange={({ target }) => set(target.checked)}
              className="size-5 shrink-0 accent-ink"
            />
            <span>{common.label}</span>
          </label>
          <FieldProblem sentence={common.error} />
        </div>
      )
    case 'picture':
      return (
        <div>
          <PictureUpload
            shape={shape}
            label={common.label}
            onUploaded={set}
            actions={
              typed !== '' && (
                <Button variant="quiet" size="small" onClick={() => set('')}>
                  {t('Remove the picture')}
                </Button>
              )
            }
          >
            {typed !== '' && (
              <img
                src={typed}
                alt={t('The picture that is uploaded')}
                width={shapes[shape].width}
                height={shapes[shape].height}
                className="mb-3 h-auto w-full max-w-xs rounded-sm"
              />
            )}
          </PictureUpload>
          <FieldProblem sentence={common.error} />
        </div>
      )
    case 'rows': {
      const rows: Values[] = Array.isArray(value) ? value : []
      return (
        <div id={common.id} tabIndex={-1}>
          <RowsField
            legend={common.label}
            noun={t('row')}
            rows={rows}
            limit={30}
            makeRow={() => makeRow(fields)}
            onChange={set}
          >
            {(row, place, change) => (
              <FieldsForm
                {...form}
                fields={fields}
                values={row}
                path={`${at}.${place}.`}
                number={place + 1}
                onChange={change}
              />
            )}
          </RowsField>
          <FieldProblem sentence={common.error} />
        </div>
      )
    }
    case 'link':
    case 'group': {
      const inner: Values = typeof value === 'object' && value !== null ? { ...value } : {}
      return (
        <fieldset className="grid gap-3 rounded-md border border-line p-3">
          <legend className="px-1 font-medium">{common.label}</legend>
          <FieldsForm
            {...form}
            fields={kind === 'link' ? linkFields : fields}
            values={inner}
            path={`${at}.`}
            onChange={(changed) => set({ ...inner, ...changed })}
          />
        </fieldset>
      )
    }
  }
}

/** Half typed it has no value in a browser: kept is then what is no time, which is told at the field. */
function TimeField({ typed, set, ...input }: ComponentProps<typeof TextField> & TimeFieldProps) {
  const read = ({ target }: { target: HTMLInputElement }) => {
    const next = target.validity.badInput ? '…' : target.value
    if (next !== typed) set(next)
  }
  return (
    <TextField
      {...input}
      type="datetime-local"
      value={fromIndiaTime(typed) === null ? '' : typed}
      onChange={read}
      onBlur={read}
    />
  )
}

function FieldProblem({ sentence }: { sentence: string | undefined }) {
  if (sentence === undefined) return null
  return (
    <p role="alert" className="mt-1 text-sm font-medium text-danger">
      {sentence}
    </p>
  )
}

const asAddress = { inputMode: 'url', autoCapitalize: 'none', spellCheck: false } as const
const linkFields: readonly Field[] = [
  { name: 'label', kind: 'line', label: msg('Words') },
  {
    name: 'to',
    kind: 'address',
    label: msg('Address'),
    hint: msg('A page of the academy, such as /courses, or https://…'),
  },
]
