import { memo, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { t } from '../../../../shared/i18n/translate.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { rich } from '../../../../ui/rich.tsx'
import { lessonsInModuleAtMost } from '../../course-input.ts'
import type { Moved, Place } from './arrange.ts'
import { dragRow } from './drag-row.ts'
import { type EditedLesson, type EditedModule, nameOf, type Part } from './edited-course.ts'

/** All that can be done in the outline. The same functions for as long as the editor is open. */
export interface OutlineActions {
  choose: (part: Part) => void
  move: (moved: Moved, place: Place) => void
  /** By one place, unless it is at the end. */
  step: (moved: Moved, by: -1 | 1) => void
  askWhere: (moved: Moved) => void
  addModule: () => void
  addLesson: (moduleId: string) => void
  toggle: (moduleId: string) => void
  show: (moduleId: string) => void
}

interface OutlineProps {
  modules: readonly EditedModule[]
  chosen: Part
  /** The modules whose lessons are shown. */
  open: ReadonlySet<string>
  actions: OutlineActions
}

/** The modules with their lessons, which can be opened, chosen and put in order. */
export const Outline = memo(function Outline({ modules, chosen, open, actions }: OutlineProps) {
  const list = useRef<HTMLDivElement>(null)
  const line = useRef<HTMLDivElement>(null)
  const chosenModule = findModuleOf(modules, chosen)

  // One pair of listeners for all rows, however many there are.
  useEffect(() => {
    const root = list.current
    const mark = line.current
    if (!root || !mark) return
    const press = (event: PointerEvent) => {
      const moved = movedBy(event.target)
      if (!moved || event.button !== 0) return
      dragRow(event, { root, line: mark, moved }, { onDrop: actions.move, onOpen: actions.show })
    }
    const pressKey = (event: KeyboardEvent) => {
      const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null
      const moved = movedBy(event.target)
      if (!moved || by === null || event.altKey || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      flushSync(() => actions.step(moved, by))
      focusHandleOf(moved)
    }
    root.addEventListener('pointerdown', press)
    root.addEventListener('keydown', pressKey)
    return () => {
      root.removeEventListener('pointerdown', press)
      root.removeEventListener('keydown', pressKey)
    }
  }, [actions])

  return (
    <div ref={list} className="relative">
      <ol aria-label={t('Modules')} className="grid gap-1">
        {modules.map((module) => (
          <ModuleRow
            key={module.id}
            module={module}
            isOpen={open.has(module.id)}
            chosenId={module.id === chosenModule && chosen.kind !== 'details' ? chosen.id : null}
            actions={actions}
          />
        ))}
      </ol>
      <div
        ref={line}
        hidden
        className="pointer-events-none absolute inset-x-0 h-1 -translate-y-1/2 rounded-full bg-rani"
      />
    </div>
  )
})

interface ModuleRowProps {
  module: EditedModule
  isOpen: boolean
  /** Of the module itself or of one of its lessons. Null: neither. */
  chosenId: string | null
  actions: OutlineActions
}

const ModuleRow = memo(function ModuleRow(props: ModuleRowProps) {
  const { module, isOpen, chosenId, actions } = props
  const { id, videos } = module
  const name = nameOf(module, 'module')
  const isChosen = chosenId === id
  return (
    <li data-module={id} className="rounded-md border border-line bg-sheet">
      <div data-row className={rowStyle(isChosen)}>
        <Handle kind="module" id={id} name={name} actions={actions} />
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={t('Lessons of {name}', { name })}
          onClick={() => actions.toggle(id)}
          className="min-h-11 w-8 shrink-0 rounded-sm hover:bg-wash"
        >
          <span aria-hidden className={`inline-block ${isOpen ? 'rotate-90 rtl:-rotate-90' : ''}`}>
            ›
          </span>
        </button>
        <button
          type="button"
          aria-current={isChosen || undefined}
          onClick={() => actions.choose({ kind: 'module', id })}
          className="min-h-11 min-w-0 flex-1 rounded-sm px-2 py-1 text-start font-semibold hover:bg-wash"
        >
          {name}
          <span className="block text-sm font-normal text-ink-soft">
            {countLessons(videos.length)}
          </span>
        </button>
      </div>
      {isOpen && (
        <ol aria-label={t('Lessons of {name}', { name })} className="pb-2 ps-3">
          {videos.map((lesson) => (
            <LessonRow
              key={lesson.id}
              lesson={lesson}
              isChosen={chosenId === lesson.id}
              actions={actions}
            />
          ))}
          <li className="ps-9">
            <Button
              variant="quiet"
              size="small"
              className="min-h-11"
              aria-label={t('Add lesson to {name}', { name })}
              disabled={videos.length >= lessonsInModuleAtMost}
              onClick={() => actions.addLesson(id)}
            >
              {rich('<plus>+</plus> Add lesson', { plus: <span aria-hidden /> })}
            </Button>
          </li>
        </ol>
      )}
    </li>
  )
})

interface LessonRowProps {
  lesson: EditedLesson
  isChosen: boolean
  actions: OutlineActions
}

const LessonRow = memo(function LessonRow({ lesson, isChosen, actions }: LessonRowProps) {
  const { id } = lesson
  const name = nameOf(lesson, 'lesson')
  return (
    <li data-lesson={id}>
      <div data-row className={rowStyle(isChosen)}>
        <Handle kind="lesson" id={id} name={name} actions={actions} />
        <button
          type="button"
          aria-current={isChosen || undefined}
          onClick={() => actions.choose({ kind: 'lesson', id })}
          className="flex min-h-11 min-w-0 flex-1 flex-wrap items-center gap-x-2 rounded-sm px-2 text-start hover:bg-wash"
        >
          <span className="min-w-0">{name}</span>
          {lesson.is_preview && <span className="text-sm text-leaf">{t('Free')}</span>}
          {lesson.duration !== '' && (
            <span className="text-sm text-ink-soft tabular-nums">{lesson.duration}</span>
          )}
        </button>
      </div>
    </li>
  )
})

interface HandleProps {
  kind: 'module' | 'lesson'
  id: string
  name: string
  actions: OutlineActions
}

/** Dragged, it moves its row; pressed, it asks where to; the arrow keys move by one place. */
function Handle({ kind, id, name, actions }: HandleProps) {
  return (
    <button
      type="button"
      data-handle={kind}
      data-id={id}
      aria-label={t('Move {kind, select, module {module} other {lesson}} {name}', { kind, name })}
      aria-keyshortcuts="ArrowUp ArrowDown"
      title={t('Drag to move. Arrow keys move it too; a press asks where to.')}
      onClick={() => actions.askWhere({ kind, id })}
      className="min-h-11 w-9 shrink-0 cursor-grab touch-none rounded-sm text-ink-soft hover:bg-wash"
    >
      <span aria-hidden>⠿</span>
    </button>
  )
}

/** Of a row that was moved just now: in another module it was drawn anew, and the focus was lost with it. */
export function focusHandleOf({ id }: Moved): void {
  document.querySelector<HTMLElement>(`[data-handle][data-id="${CSS.escape(id)}"]`)?.focus()
}

function movedBy(target: EventTarget | null): Moved | null {
  const handle = target instanceof Element ? target.closest<HTMLElement>('[data-handle]') : null
  const { handle: kind, id } = handle?.dataset ?? {}
  return (kind === 'module' || kind === 'lesson') && id !== undefined ? { kind, id } : null
}

export function findModuleOf(modules: readonly EditedModule[], part: Part): string | null {
  if (part.kind === 'details') return null
  const { kind, id } = part
  if (kind === 'module') return id
  return modules.find(({ videos }) => videos.some((lesson) => lesson.id === id))?.id ?? null
}

function countLessons(count: number): string {
  if (count === 0) return t('No lessons yet')
  return t('{count, plural, one {# lesson} other {# lessons}}', { count })
}

function rowStyle(isChosen: boolean): string {
  return `flex items-center rounded-sm border-s-4 data-dragged:opacity-50 ${
    isChosen ? 'border-marigold bg-wash' : 'border-transparent'
  }`
}
