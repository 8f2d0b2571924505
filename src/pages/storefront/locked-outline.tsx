import { LockPicture } from '../../domains/catalogue/web/lock-picture.tsx'
import { OutlineModule } from '../../domains/catalogue/web/outline-module.tsx'
import { count } from '../../domains/catalogue/web/summarise-outline.ts'
import { msg, t } from '../../shared/i18n/translate.ts'
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
  const shown = modules.length === 0 ? usualModules : modules
  return (
    <div className="grid gap-3">
      {shown.map((module, at) => (
        <OutlineModule
          key={module.id}
          number={at + 1}
          title={module.title}
          description={module.description}
          note={module.videos.length === 0 ? '' : count(module.videos.length, 'lesson')}
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
        <span className="sr-only">{t('(locked)')}</span>
      </span>
      {video.duration !== '' && (
        <span className="shrink-0 text-sm leading-7 tabular-nums">{video.duration}</span>
      )}
    </li>
  )
}

/** Shown for a course whose outline is not written yet. */
const usualModules: LockedOutlineProps['modules'] = [
  usualModule(
    msg('Foundations'),
    msg('Welcome and how to use this course'),
    msg('Setting up your tools'),
  ),
  usualModule(
    msg('Your first project'),
    msg('From an idea to a plan'),
    msg('Making it, step by step'),
  ),
  usualModule(msg('Publish and grow'), msg('Finishing touches'), msg('Sharing your work')),
]

function usualModule(title: string, ...videos: [string, string]) {
  return {
    id: title,
    title,
    description: '',
    videos: videos.map((video) => ({ id: video, title: video, duration: '' })),
  }
}
