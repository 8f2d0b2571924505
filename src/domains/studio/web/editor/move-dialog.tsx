import { useState } from 'react'
import { t } from '../../../../shared/i18n/translate.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { Dialog } from '../../../../ui/controls/dialog.tsx'
import { SelectField } from '../../../../ui/controls/select-field.tsx'
import type { Moved, Place } from './arrange.ts'
import { type EditedCourse, findLesson, nameOf } from './edited-course.ts'

interface MoveDialogProps {
  course: EditedCourse
  /** Null: closed. */
  moved: Moved | null
  onMove: (moved: Moved, place: Place) => void
  onClose: () => void
}

/** Asks for the module and the place. */
export function MoveDialog({ course, moved, onMove, onClose }: MoveDialogProps) {
  return (
    <Dialog isOpen={moved !== null} onClose={onClose} title={moved ? titleOf(course, moved) : ''}>
      {moved && (
        <MoveForm
          key={moved.id}
          course={course}
          moved={moved}
          onMove={(place) => onMove(moved, place)}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

interface MoveFormProps {
  course: EditedCourse
  moved: Moved
  onMove: (place: Place) => void
  onClose: () => void
}

function MoveForm({ course, moved, onMove, onClose }: MoveFormProps) {
  const present = placeOf(course, moved)
  const [place, setPlace] = useState<Place>(present)
  const { kind, id } = moved
  const others =
    kind === 'module'
      ? course.modules.filter((module) => module.id !== id)
      : (course.modules
          .find((module) => module.id === place.moduleId)
          ?.videos.filter((lesson) => lesson.id !== id) ?? [])
  const places = [
    { value: '0', label: t('First') },
    ...others.map((other, at) => ({
      value: `${at + 1}`,
      label: t('{number}. after {other}', { number: at + 2, other: nameOf(other, kind) }),
    })),
  ]
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        onMove(place)
      }}
    >
      {kind === 'lesson' && (
        <SelectField
          label={t('Module')}
          options={course.modules.map((module, at) => ({
            value: module.id,
            label: `${at + 1}. ${nameOf(module, 'module')}`,
          }))}
          value={place.moduleId}
          onChange={({ target }) => {
            const module = course.modules.find((one) => one.id === target.value)
            const isPresent = target.value === present.moduleId
            setPlace(
              isPresent ? present : { moduleId: target.value, to: module?.videos.length ?? 0 },
            )
          }}
        />
      )}
      <SelectField
        label={t('Place')}
        options={places}
        value={`${place.to}`}
        onChange={({ target }) => setPlace({ ...place, to: Number(target.value) })}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          {t('Cancel')}
        </Button>
        <Button type="submit">{t('Move')}</Button>
      </div>
    </form>
  )
}

function titleOf(course: EditedCourse, { kind, id }: Moved): string {
  const moved =
    kind === 'module'
      ? course.modules.find((module) => module.id === id)
      : findLesson(course, id)?.lesson
  return t('Move {name} to…', {
    name: moved ? nameOf(moved, kind) : kind === 'module' ? t('module') : t('lesson'),
  })
}

function placeOf(course: EditedCourse, { kind, id }: Moved): Place {
  if (kind === 'module') {
    return { moduleId: id, to: course.modules.findIndex((module) => module.id === id) }
  }
  const found = findLesson(course, id)
  return { moduleId: found?.module.id ?? '', to: found?.at ?? 0 }
}
