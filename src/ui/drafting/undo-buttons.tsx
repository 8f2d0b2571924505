import { useCallback, useEffect, useRef } from 'react'
import { t } from '../../shared/i18n/translate.ts'
import { Button } from '../controls/button.tsx'
import type { EditHistory } from './edit-history.ts'
import type { EditorStore } from './editor-store.ts'
import { useUndoKeys } from './use-undo-keys.ts'

interface UndoButtonsProps<Content, Edit, Part> {
  store: EditorStore<Content, Edit, Part>
  history: EditHistory<Content, Part>
  /** Tells screen readers what was done. */
  say: (sentence: string) => void
  /** Shows where what was brought back can be seen. The same function for as long as it is shown. */
  onShow: (part: Part) => void
}

/** Goes back and forward between what was edited, by button and by key. */
export function UndoButtons<Content, Edit, Part>(props: UndoButtonsProps<Content, Edit, Part>) {
  const { store, history, say, onShow } = props
  const undo = useCallback(() => {
    if (store.read().past.length === 0) return
    store.undo()
    say(t('Undone.'))
  }, [store, say])
  const redo = useCallback(() => {
    if (store.read().future.length === 0) return
    store.redo()
    say(t('Redone.'))
  }, [store, say])
  useUndoKeys({ undo, redo })
  const lastShown = useRef(history.shown)
  useEffect(() => {
    if (lastShown.current === history.shown) return
    lastShown.current = history.shown
    if (history.shown) onShow(history.shown)
  }, [history.shown, onShow])
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        className="min-h-11"
        disabled={history.past.length === 0}
        aria-keyshortcuts="Control+Z"
        onClick={undo}
      >
        {t('Undo')}
      </Button>
      <Button
        variant="secondary"
        size="small"
        className="min-h-11"
        disabled={history.future.length === 0}
        aria-keyshortcuts="Control+Shift+Z"
        onClick={redo}
      >
        {t('Redo')}
      </Button>
    </>
  )
}
