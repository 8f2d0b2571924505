import { type KeyboardEvent, useEffect, useRef } from 'react'
import { msg, t } from '../../../../shared/i18n/translate.ts'

const listed = [
  [msg('Space or K'), msg('Play, pause')],
  ['← →', msg('5 seconds back, on')],
  ['J L', msg('10 seconds back, on')],
  [msg('0 to 9'), msg('To that tenth of the video')],
  [msg('Home End'), msg('To the beginning, to the end')],
  [', .', msg('Picture by picture, while paused')],
  ['↑ ↓', msg('Louder, quieter')],
  ['M', msg('Sound on, off')],
  ['F', msg('Full screen')],
  ['C', msg('Captions')],
  ['< >', msg('Slower, faster')],
  ['?', msg('This list')],
] as const

/** A provider's player has its own sound and captions. */
const ofFiles = new Set<string>(['↑ ↓', 'M', 'C'])

const ofTools = [['N', msg('Write a note')]] as const

/** What the keys do: over the picture of a file, below a provider's player. */
export function ShortcutsList({
  isOfFile,
  hasTools,
  onKeyDown,
  onClose,
}: {
  isOfFile: boolean
  /** There is something beside the film that keys open. */
  hasTools: boolean
  /** What hears the keys of the player, where the list stands outside of it. */
  onKeyDown: ((event: KeyboardEvent<HTMLElement>) => void) | undefined
  onClose: () => void
}) {
  const shown = [...listed, ...(hasTools ? ofTools : [])]
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => close.current?.focus({ preventScroll: isOfFile }), [isOfFile])
  return (
    <dialog
      open
      aria-label={t('Keyboard shortcuts')}
      onKeyDown={onKeyDown}
      className={`m-0 w-full max-w-none p-4 text-sm text-on-scrim ${isOfFile ? 'absolute inset-0 h-full max-h-none overflow-y-auto bg-scrim/90' : 'static mt-2 rounded-lg bg-scrim'}`}
    >
      <div className="flex items-center justify-between">
        <h3 className="text-base font-semibold">{t('Keyboard shortcuts')}</h3>
        <button
          ref={close}
          type="button"
          onClick={onClose}
          className="min-h-11 cursor-pointer rounded-md px-3 hover:bg-on-scrim/20 focus-visible:outline-2 focus-visible:outline-marigold"
        >
          {t('Close')}
        </button>
      </div>
      <dl className="columns-2xs gap-x-8">
        {shown
          .filter(([keys]) => isOfFile || !ofFiles.has(keys))
          .map(([keys, does]) => (
            <div key={keys} className="flex gap-4 py-1">
              <dt className="w-24 shrink-0 font-semibold">
                <bdi dir="ltr">{t(keys)}</bdi>
              </dt>
              <dd>{t(does)}</dd>
            </div>
          ))}
      </dl>
    </dialog>
  )
}
