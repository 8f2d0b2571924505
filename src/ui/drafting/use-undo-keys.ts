import { useEffect } from 'react'

/**
 * Ctrl+Z takes back the last change wherever the focus is, in its text fields too, as
 * the browser's own memory of a field knows nothing of moves and of other panels
 * (docs/decisions/0039). What stands in a dialog, or below `data-own-undo`, is not what is edited: there it
 * stays the browser's.
 */
export function useUndoKeys({ undo, redo }: { undo: () => void; redo: () => void }): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.isComposing) return
      const key = event.key.toLowerCase()
      const isRedo = (key === 'z' && event.shiftKey) || (key === 'y' && event.ctrlKey)
      if (isNotEdited(event) || (key !== 'z' && !isRedo)) return
      event.preventDefault()
      if (isRedo) redo()
      else undo()
    }
    // The browser's menu and a shaken phone.
    const input = (event: InputEvent) => {
      const isOurs = event.inputType === 'historyUndo' || event.inputType === 'historyRedo'
      if (!isOurs || isNotEdited(event)) return
      event.preventDefault()
      if (event.inputType === 'historyUndo') undo()
      else redo()
    }
    document.addEventListener('keydown', press)
    document.addEventListener('beforeinput', input)
    return () => {
      document.removeEventListener('keydown', press)
      document.removeEventListener('beforeinput', input)
    }
  }, [undo, redo])
}

function isNotEdited({ target }: Event): boolean {
  return target instanceof Element && target.closest('dialog, [data-own-undo]') !== null
}
