import { useEffect, useSyncExternalStore } from 'react'
import type { Autosave, AutosaveSnapshot } from './autosave.ts'
import { recordSave } from './saves-under-way.ts'

/** Saves for as long as the screen is shown, and when the page may be about to go. */
export function useAutosave<Content, Part>(
  autosave: Autosave<Content, Part>,
): AutosaveSnapshot<Content, Part> {
  useEffect(() => {
    const stop = autosave.start()
    const hide = () => {
      if (document.visibilityState === 'hidden') autosave.leave()
    }
    const warn = (event: BeforeUnloadEvent) => {
      const { state, isKept } = autosave.read()
      if (state.kind !== 'saved' && !isKept) event.preventDefault()
    }
    document.addEventListener('visibilitychange', hide)
    window.addEventListener('pagehide', autosave.leave)
    window.addEventListener('online', autosave.saveNow)
    window.addEventListener('beforeunload', warn)
    return () => {
      document.removeEventListener('visibilitychange', hide)
      window.removeEventListener('pagehide', autosave.leave)
      window.removeEventListener('online', autosave.saveNow)
      window.removeEventListener('beforeunload', warn)
      recordSave(stop())
    }
  }, [autosave])
  return useSyncExternalStore(autosave.subscribe, autosave.read, autosave.read)
}
