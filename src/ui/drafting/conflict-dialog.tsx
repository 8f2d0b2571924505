import { useMemo, useState } from 'react'
import { t } from '../../shared/i18n/translate.ts'
import { Button } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import type { Theirs } from './autosave.ts'
import { type Choices, chooseAll, type Difference, type Side } from './differences.ts'

interface Comparing<Content> {
  compare: (mine: Content, theirs: Content, base: Content | null) => Difference[]
  /** What is not chosen is mine. */
  merge: (mine: Content, theirs: Content, choices: Choices) => Content
  mine: Content
  base: Content | null
}

interface ConflictDialogProps<Content> extends Comparing<Content> {
  title: string
  /** Null: closed. */
  theirs: Theirs<Content> | null
  onChoose: (content: Content, theirs: Theirs<Content>) => void
  onClose: () => void
}

/** Two texts of the same, side by side; nothing is saved before each difference is decided. */
export function ConflictDialog<Content>(props: ConflictDialogProps<Content>) {
  const { title, theirs, onChoose, onClose, ...comparing } = props
  return (
    <Dialog isOpen={theirs !== null} onClose={onClose} title={title} isWide>
      {theirs && (
        <Comparison
          key={theirs.revision}
          {...comparing}
          theirs={theirs.content}
          onChoose={(content) => onChoose(content, theirs)}
        />
      )}
    </Dialog>
  )
}

interface ComparisonProps<Content> extends Comparing<Content> {
  theirs: Content
  onChoose: (content: Content) => void
}

function Comparison<Content>(props: ComparisonProps<Content>) {
  const { compare, merge, mine, theirs, base, onChoose } = props
  const differences = useMemo(() => compare(mine, theirs, base), [compare, mine, theirs, base])
  const [choices, setChoices] = useState<Choices>(() => suggest(differences))
  const [isIncomplete, setIsIncomplete] = useState(false)
  const left = differences.filter(({ key }) => choices[key] === undefined).length

  const save = () => {
    setIsIncomplete(left > 0)
    if (left === 0) onChoose(merge(mine, theirs, choices))
  }

  return (
    <div className="grid gap-5">
      <p>{t('Nothing of yours is lost. Please choose which text stays.')}</p>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          size="small"
          onClick={() => setChoices(chooseAll(differences, 'mine'))}
        >
          {t('All mine')}
        </Button>
        <Button
          variant="secondary"
          size="small"
          onClick={() => setChoices(chooseAll(differences, 'theirs'))}
        >
          {t('All theirs')}
        </Button>
      </div>
      {differences.map((difference) => (
        <DifferenceField
          key={difference.key}
          difference={difference}
          chosen={choices[difference.key] ?? null}
          onChoose={(side) => setChoices({ ...choices, [difference.key]: side })}
        />
      ))}
      {isIncomplete && left > 0 && (
        <p role="alert" className="font-medium text-danger">
          {left === 1
            ? t('Please choose for the one that is left.')
            : t('Please choose for the {left} that are left.', { left })}
        </p>
      )}
      <div className="flex justify-end">
        <Button onClick={save}>{t('Save my choice')}</Button>
      </div>
    </div>
  )
}

interface DifferenceFieldProps {
  difference: Difference
  chosen: Side | null
  onChoose: (side: Side) => void
}

function DifferenceField({ difference, chosen, onChoose }: DifferenceFieldProps) {
  const { key, label } = difference
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium">{label}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {(['mine', 'theirs'] as const).map((side) => (
          <label
            key={side}
            className={`grid min-h-11 grid-cols-[auto_1fr] gap-x-3 rounded-md border p-3 ${chosen === side ? 'border-ink bg-wash' : 'border-edge'}`}
          >
            <input
              type="radio"
              name={key}
              checked={chosen === side}
              onChange={() => onChoose(side)}
              className="mt-0.5 size-5 accent-ink"
            />
            <span className="text-sm text-ink-soft">
              {side === 'mine' ? t('Mine') : t('Theirs')}
            </span>
            <span className="col-start-2 line-clamp-[12] whitespace-pre-line">
              {tell(difference[side])}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function suggest(differences: readonly Difference[]): Choices {
  return Object.fromEntries(
    differences.flatMap(({ key, suggested }) => (suggested ? [[key, suggested]] : [])),
  )
}

function tell(text: string | null): string {
  if (text === null) return t('Is not there')
  return text === '' ? t('Empty') : text
}
