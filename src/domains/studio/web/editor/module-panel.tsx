import { t } from '../../../../shared/i18n/translate.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { TextArea } from '../../../../ui/controls/text-area.tsx'
import { TextField } from '../../../../ui/controls/text-field.tsx'
import type { FieldError } from '../../../../ui/drafting/content-rules.ts'
import { lessonsInModuleAtMost } from '../../course-input.ts'
import { UploadFilms } from '../films/upload-films.tsx'
import type { FilmUploads } from '../films/use-film-uploads.ts'
import type { ModuleTexts } from './edit-course.ts'
import { type EditedModule, nameOf } from './edited-course.ts'
import { errorsIn, fieldId, LimitError, PanelFrame } from './panel-frame.tsx'
import { PasteLinks } from './paste-links.tsx'
import type { PastedLink } from './read-links.ts'

interface ModulePanelProps {
  module: EditedModule
  films: FilmUploads
  errors: readonly FieldError<unknown>[]
  onChange: (values: Partial<ModuleTexts>) => void
  onAddLesson: () => void
  onAddLinks: (links: PastedLink[]) => void
  onMove: () => void
  onRemove: () => void
}

export function ModulePanel(props: ModulePanelProps) {
  const { module, films, errors, onChange, onAddLesson, onAddLinks, onMove, onRemove } = props
  const errorOf = errorsIn(errors)
  const room = lessonsInModuleAtMost - module.videos.length
  return (
    <PanelFrame
      heading={nameOf(module, 'module')}
      actions={
        <>
          <Button variant="secondary" size="small" onClick={onMove}>
            {t('Move to…')}
          </Button>
          <Button variant="quiet" size="small" onClick={onRemove}>
            {t('Remove module')}
          </Button>
        </>
      }
    >
      <TextField
        id={fieldId('title')}
        label={t('Module title')}
        maxLength={200}
        value={module.title}
        error={errorOf('title')}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <TextArea
        id={fieldId('description')}
        label={t('Module description')}
        isOptional
        maxLength={10_000}
        value={module.description}
        error={errorOf('description')}
        onChange={(event) => onChange({ description: event.target.value })}
      />
      <div>
        <Button variant="secondary" disabled={room <= 0} onClick={onAddLesson}>
          {t('Add lesson')}
        </Button>
      </div>
      <LimitError field="videos" error={errorOf('videos')} />
      <PasteLinks room={Math.max(0, room)} onAdd={onAddLinks} />
      <UploadFilms
        uploads={films}
        moduleId={module.id}
        lessonIds={new Set(module.videos.map(({ id }) => id))}
      />
    </PanelFrame>
  )
}
