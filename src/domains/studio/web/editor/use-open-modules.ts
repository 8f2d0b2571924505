import { useCallback, useState } from 'react'
import type { EditedModule } from './edited-course.ts'

/** So many lessons are all shown at first. */
const allOpenUpTo = 60

/** Which modules show their lessons: that of the chosen lesson too, once it is chosen. */
export function useOpenModules(modules: readonly EditedModule[], chosenModule: string | null) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => firstOpen(modules))
  const [lastChosen, setLastChosen] = useState<string | null>(null)
  const toggle = useCallback(
    (id: string) =>
      setOpen((known) => {
        const changed = new Set(known)
        if (!changed.delete(id)) changed.add(id)
        return changed
      }),
    [],
  )
  const show = useCallback(
    (id: string) => setOpen((known) => (known.has(id) ? known : new Set([...known, id]))),
    [],
  )
  if (chosenModule !== lastChosen) {
    setLastChosen(chosenModule)
    if (chosenModule !== null) show(chosenModule)
  }
  return { open, toggle, show }
}

function firstOpen(modules: readonly EditedModule[]): ReadonlySet<string> {
  const lessons = modules.reduce((sum, { videos }) => sum + videos.length, 0)
  return new Set(lessons <= allOpenUpTo ? modules.map(({ id }) => id) : [])
}
