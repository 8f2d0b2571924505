import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { paths } from '../../../../paths.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { LinkButton } from '../../../../ui/controls/link-button.tsx'
import { ConflictDialog } from '../../../../ui/drafting/conflict-dialog.tsx'
import { newId } from '../../../../ui/drafting/new-id.ts'
import { RestoredNote } from '../../../../ui/drafting/restored-note.tsx'
import { SaveStatus, unsavedNotice } from '../../../../ui/drafting/save-status.tsx'
import { UndoButtons } from '../../../../ui/drafting/undo-buttons.tsx'
import { useAutosave } from '../../../../ui/drafting/use-autosave.ts'
import type { CourseState } from '../../../catalogue/contract.ts'
import { modulesAtMost } from '../../course-input.ts'
import { useAttachmentUploads } from '../files/use-attachment-uploads.ts'
import { UploadsUnderWay } from '../films/uploads-under-way.tsx'
import { useFilmUploads } from '../films/use-film-uploads.ts'
import { PublishButton } from '../publishing/publish-button.tsx'
import { StateBadge } from '../publishing/state-badge.tsx'
import { studioPaths } from '../studio-paths.ts'
import { type Moved, moveTo, type Place, placeNotice, stepFrom } from './arrange.ts'
import { locateErrors } from './check-course.ts'
import { compareCourses, mergeCourses } from './compare-courses.ts'
import { detailsPart } from './edited-course.ts'
import { MoveDialog } from './move-dialog.tsx'
import type { OpenedCourse } from './open-draft.ts'
import { findModuleOf, focusHandleOf, Outline, type OutlineActions } from './outline.tsx'
import { SelectionPanel } from './selection-panel.tsx'
import { useChosenPart } from './use-chosen-part.ts'
import { useOpenModules } from './use-open-modules.ts'

interface CourseEditorProps {
  opened: OpenedCourse
  state: CourseState
  onPublished: () => void
  onReplaced: () => void
}

/** The outline, and beside it the panel of what was chosen there; on a phone one after the other. */
export function CourseEditor({ opened, state, onPublished, onReplaced }: CourseEditorProps) {
  const { courseId, store, autosave } = opened
  const history = useSyncExternalStore(store.subscribe, store.read, store.read)
  const { content: course } = history
  const saving = useAutosave(autosave)
  const { part, isPanelOpen, choose, close } = useChosenPart()
  const modules = useOpenModules(course.modules, findModuleOf(course.modules, part))
  const { toggle, show } = modules
  const [asked, setAsked] = useState<Moved | null>(null)
  const [announced, setAnnounced] = useState('')
  const films = useFilmUploads({ courseId, store }, setAnnounced)
  const files = useAttachmentUploads({ courseId, store }, setAnnounced)
  const [isComparing, setIsComparing] = useState(true)
  const theirs = saving.state.kind === 'conflict' ? saving.state.theirs : null
  const errors = saving.state.kind === 'refused' ? saving.state.errors : noErrors

  const move = useCallback(
    (moved: Moved, place: Place) => {
      const before = store.read().content
      store.edit(moveTo(moved, place))
      const after = store.read().content
      if (after !== before) setAnnounced(placeNotice(after, moved))
      if (moved.kind === 'lesson') show(place.moduleId)
    },
    [store, show],
  )
  const actions = useMemo<OutlineActions>(
    () => ({
      choose,
      move,
      toggle,
      show,
      askWhere: setAsked,
      step: (moved, by) => {
        const place = stepFrom(store.read().content, moved, by)
        if (place) move(moved, place)
        else setAnnounced(by === 1 ? t('It is the last already.') : t('It is the first already.'))
      },
      addModule: () => {
        const id = newId()
        store.edit({ type: 'add-module', id })
        choose({ kind: 'module', id }, 'title')
      },
      addLesson: (moduleId) => {
        const id = newId()
        show(moduleId)
        store.edit({ type: 'add-lesson', id, moduleId })
        choose({ kind: 'lesson', id }, 'title')
      },
    }),
    [store, choose, move, toggle, show],
  )

  const remove = (kind: 'module' | 'lesson', id: string, name: string) => {
    store.edit({ type: `remove-${kind}`, id })
    setAnnounced(t('{name} was removed. Undo brings it back.', { name }))
    choose(detailsPart)
  }

  return (
    <div className="page-width py-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <p className="text-sm">
            <Link to={paths.admin} className="text-link">
              {t('All courses')}
            </Link>
          </p>
          <h1 className="mt-1 text-3xl">
            {course.title.trim() === '' ? t('Untitled course') : course.title}
          </h1>
          <div className="mt-1 flex flex-wrap items-center gap-x-4">
            <StateBadge state={state} />
            <SaveStatus
              {...saving}
              onRetry={autosave.saveNow}
              onShowError={(error) => choose(error.part, error.field)}
              onCompare={() => setIsComparing(true)}
            />
          </div>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <UndoButtons store={store} history={history} say={setAnnounced} onShow={choose} />
          <LinkButton
            variant="secondary"
            size="small"
            className="min-h-11"
            to={studioPaths.preview(courseId)}
          >
            {t('See as a learner')}
          </LinkButton>
          <LinkButton
            variant="secondary"
            size="small"
            className="min-h-11"
            to={studioPaths.history(courseId)}
          >
            {t('History')}
          </LinkButton>
          <PublishButton
            courseId={courseId}
            revision={saving.revision}
            unsaved={unsavedNotice(saving.state)}
            onOpen={autosave.saveNow}
            onPublished={({ publish_at: publishAt }) => {
              if (publishAt === null) autosave.notePublished()
              onPublished()
            }}
            onFocusField={(path) => {
              const [found] = locateErrors(course, [{ path, message: '' }])
              if (found) choose(found.part, found.field)
            }}
            onStale={onReplaced}
          />
        </div>
      </div>
      <p aria-live="polite" className="sr-only">
        {announced}
      </p>
      <RestoredNote from={opened.restoredFrom} />
      <div className="mt-6 grid gap-8 lg:grid-cols-[24rem_1fr]">
        <nav
          aria-label={t('Outline')}
          className={`${isPanelOpen ? 'hidden lg:block' : ''} lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:self-start lg:scroll-pb-18 lg:overflow-y-auto lg:p-1`}
        >
          <button
            type="button"
            aria-current={part.kind === 'details' || undefined}
            onClick={() => choose(detailsPart)}
            className={`mb-2 min-h-12 w-full rounded-md border border-line bg-sheet px-4 text-start font-semibold hover:bg-wash ${part.kind === 'details' ? 'lg:ring-2 lg:ring-marigold lg:ring-inset' : ''}`}
          >
            {t('Course details')}
          </button>
          <Outline modules={course.modules} chosen={part} open={modules.open} actions={actions} />
          <div className="sticky bottom-0 bg-paper py-2">
            <Button
              variant="secondary"
              disabled={course.modules.length >= modulesAtMost}
              onClick={actions.addModule}
            >
              {t('+ Add module')}
            </Button>
          </div>
          <UploadsUnderWay films={films} files={files} />
        </nav>
        <div className={isPanelOpen ? '' : 'hidden lg:block'}>
          <Button variant="quiet" size="small" className="mb-3 min-h-11 lg:hidden" onClick={close}>
            {t('← Outline')}
          </Button>
          <SelectionPanel
            courseId={courseId}
            course={course}
            part={part}
            films={films}
            files={files}
            errors={errors}
            onEdit={store.edit}
            onAddLesson={actions.addLesson}
            onMove={setAsked}
            onRemove={remove}
          />
        </div>
      </div>
      <MoveDialog
        course={course}
        moved={asked}
        onMove={(moved, place) => {
          flushSync(() => {
            setAsked(null)
            move(moved, place)
          })
          focusHandleOf(moved)
        }}
        onClose={() => setAsked(null)}
      />
      <ConflictDialog
        title={t('Somebody else has changed this course')}
        compare={compareCourses}
        merge={mergeCourses}
        theirs={isComparing ? theirs : null}
        mine={course}
        base={autosave.base()}
        onChoose={opened.resolve}
        onClose={() => setIsComparing(false)}
      />
    </div>
  )
}

const noErrors: [] = []
