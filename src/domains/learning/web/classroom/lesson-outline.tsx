import { t } from '../../../../shared/i18n/translate.ts'
import { Badge } from '../../../../ui/controls/badge.tsx'
import type { Course } from '../../../catalogue/contract.ts'
import { sayDuration } from '../../../catalogue/read-duration.ts'
import { LockPicture } from '../../../catalogue/web/lock-picture.tsx'
import { OutlineModule } from '../../../catalogue/web/outline-module.tsx'
import type { CourseProgress } from './use-progress.ts'

type Watched = CourseProgress['videos']

interface LessonOutlineProps {
  modules: Course['modules']
  watched: Watched
  currentId: string | null
  onChoose: (lessonId: string) => void
}

/** Every lesson as a button with its tick; the open one is marked. */
export function LessonOutline({ modules, watched, currentId, onChoose }: LessonOutlineProps) {
  const progressById = new Map(watched.map((video) => [video.id, video]))
  return (
    <div className="grid gap-3">
      {modules.map((module, at) => {
        const done = module.videos.filter(({ id }) => progressById.get(id)?.completed).length
        // What came after the learner had completed the course is not missing.
        const due = module.videos.filter(({ id }) => !progressById.get(id)?.is_new).length
        return (
          <OutlineModule
            key={module.id}
            number={at + 1}
            title={module.title}
            description={module.description}
            note={watched.length === 0 ? '' : `${done}/${due}`}
          >
            {module.videos.map((video) => (
              <li key={video.id}>
                <button
                  type="button"
                  aria-current={video.id === currentId ? 'true' : undefined}
                  // It stays in reach of the keyboard: who reads with it hears when it opens.
                  aria-disabled={isNotDue(video) || undefined}
                  onClick={() => {
                    if (!isNotDue(video)) onChoose(video.id)
                  }}
                  className="flex min-h-11 aria-disabled:cursor-default aria-disabled:text-ink-soft aria-disabled:hover:bg-transparent w-full gap-3 border-s-4 border-transparent px-3 py-2.5 text-start hover:bg-wash focus-visible:-outline-offset-3 aria-[current]:border-marigold aria-[current]:bg-wash aria-[current]:font-medium"
                >
                  {isNotDue(video) ? (
                    <LockPicture className="mx-0.5 mt-1 size-4.5" />
                  ) : (
                    <ProgressPicture {...progressById.get(video.id)} />
                  )}
                  <span className="min-w-0 grow">
                    {video.title}
                    {video.opens_text !== undefined && (
                      <span className="block text-sm">{video.opens_text}</span>
                    )}
                  </span>
                  {progressById.get(video.id)?.is_new && <Badge tone="waiting">{t('New')}</Badge>}
                  {video.duration !== '' && (
                    <span className="shrink-0 text-sm leading-7 font-normal text-ink-soft tabular-nums">
                      {sayDuration(video.duration)}
                    </span>
                  )}
                </button>
              </li>
            ))}
          </OutlineModule>
        )
      })}
    </div>
  )
}

/** It is there, but its film and all beside it are not yet. */
export function isNotDue({ opens_at }: { opens_at?: string | null | undefined }): boolean {
  return opens_at !== undefined
}

const radius = 9
const round = 2 * Math.PI * radius

/** A ring that fills while a lesson is played, and a tick when it is complete. */
function ProgressPicture({ fraction = 0, completed = false }: Partial<Watched[number]>) {
  return (
    <>
      <svg viewBox="0 0 24 24" aria-hidden="true" className="mt-0.5 size-5.5 shrink-0 -rotate-90">
        {completed ? (
          <g className="rotate-90" style={{ transformOrigin: 'center' }}>
            <circle cx="12" cy="12" r="10.5" className="fill-leaf" />
            <path
              d="m7.5 12.5 3 3 6-6.5"
              className="fill-none stroke-paper stroke-[2.5] [stroke-linecap:round] [stroke-linejoin:round]"
            />
          </g>
        ) : (
          <>
            <circle cx="12" cy="12" r={radius} className="fill-none stroke-edge stroke-2" />
            <circle
              cx="12"
              cy="12"
              r={radius}
              strokeDasharray={`${fraction * round} ${round}`}
              className="fill-none stroke-leaf stroke-4"
            />
          </>
        )}
      </svg>
      {completed && <span className="sr-only">{t('Complete:')} </span>}
      {!completed && fraction > 0 && <span className="sr-only">{t('Begun:')} </span>}
    </>
  )
}
