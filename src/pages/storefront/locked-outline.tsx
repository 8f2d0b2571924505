import { sayDuration } from '../../domains/catalogue/read-duration.ts'
import { LockPicture } from '../../domains/catalogue/web/lock-picture.tsx'
import { OutlineModule } from '../../domains/catalogue/web/outline-module.tsx'
import { countLessons } from '../../domains/catalogue/web/summarise-outline.ts'
import { t } from '../../shared/i18n/translate.ts'
import { FreeLesson, type OutlinedLesson } from './free-lesson.tsx'

interface LockedOutlineProps {
  modules: readonly {
    id: string
    title: string
    description: string
    videos: readonly OutlinedLesson[]
  }[]
  courseId: string
}

/** What a course holds, for those who do not own it: only what is free to see can be chosen. */
export function LockedOutline({ modules, courseId }: LockedOutlineProps) {
  const shown = modules.length === 0 ? listUsualModules() : modules
  return (
    <div className="grid gap-3">
      {shown.map((module, at) => (
        <OutlineModule
          key={module.id}
          number={at + 1}
          title={module.title}
          description={module.description}
          note={module.videos.length === 0 ? '' : countLessons(module.videos.length)}
        >
          {module.videos.map((video) =>
            video.is_preview ? (
              <FreeLesson key={video.id} courseId={courseId} video={video} />
            ) : (
              <LockedLesson key={video.id} video={video} />
            ),
          )}
        </OutlineModule>
      ))}
    </div>
  )
}

function LockedLesson({ video }: { video: OutlinedLesson }) {
  return (
    <li className="flex gap-3 px-4 py-2.5 text-ink-soft">
      <LockPicture />
      <span className="grow">
        {video.title}
        <span className="sr-only"> {t('(locked)')}</span>
        {video.opens_text && <span className="block text-sm">{video.opens_text}</span>}
      </span>
      {video.duration !== '' && (
        <span className="shrink-0 text-sm leading-7 tabular-nums">
          {sayDuration(video.duration)}
        </span>
      )}
    </li>
  )
}

/** Shown for a course whose outline is not written yet. */
function listUsualModules(): LockedOutlineProps['modules'] {
  return [
    usualModule(
      t('Foundations'),
      t('Welcome and how to use this course'),
      t('Setting up your tools'),
    ),
    usualModule(t('Your first project'), t('From an idea to a plan'), t('Making it, step by step')),
    usualModule(t('Publish and grow'), t('Finishing touches'), t('Sharing your work')),
  ]
}

function usualModule(title: string, ...videos: [string, string]) {
  return {
    id: title,
    title,
    description: '',
    videos: videos.map((video) => ({ id: video, title: video, duration: '' })),
  }
}
