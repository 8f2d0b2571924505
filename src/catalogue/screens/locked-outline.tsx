import { OutlineModule } from './outline-module.tsx'
import { count } from './summarise-outline.ts'

interface LockedOutlineProps {
  modules: readonly {
    id: string
    title: string
    description: string
    videos: readonly { id: string; title: string; duration: string }[]
  }[]
}

/** What a course holds, for those who do not own it: nothing in it can be chosen. */
export function LockedOutline({ modules }: LockedOutlineProps) {
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
          {module.videos.map((video) => (
            <li key={video.id} className="flex gap-3 px-4 py-2.5 text-ink-soft">
              <LockPicture />
              <span className="grow">
                {video.title}
                <span className="sr-only"> (locked)</span>
              </span>
              {video.duration !== '' && (
                <span className="shrink-0 text-sm leading-7 tabular-nums">{video.duration}</span>
              )}
            </li>
          ))}
        </OutlineModule>
      ))}
    </div>
  )
}

export function LockPicture({ className = 'mt-1 size-4.5' }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={`shrink-0 ${className}`}>
      <path
        d="M7 10.5V7.5a5 5 0 0 1 10 0v3M5.5 10.5h13a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1v-8a1 1 0 0 1 1-1Z"
        className="fill-none stroke-current stroke-[1.75] [stroke-linejoin:round] [stroke-linecap:round]"
      />
    </svg>
  )
}

/** Shown for a course whose outline is not written yet. */
const usualModules: LockedOutlineProps['modules'] = [
  usualModule('Foundations', 'Welcome and how to use this course', 'Setting up your tools'),
  usualModule('Your first project', 'From an idea to a plan', 'Making it, step by step'),
  usualModule('Publish and grow', 'Finishing touches', 'Sharing your work'),
]

function usualModule(title: string, ...videos: [string, string]) {
  return {
    id: title,
    title,
    description: '',
    videos: videos.map((video) => ({ id: video, title: video, duration: '' })),
  }
}
