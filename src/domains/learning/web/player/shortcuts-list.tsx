import { useEffect, useRef } from 'react'

const listed = [
  ['Space or K', 'Play, pause'],
  ['← →', '5 seconds back, on'],
  ['J L', '10 seconds back, on'],
  ['0 to 9', 'To that tenth of the video'],
  ['Home End', 'To the beginning, to the end'],
  [', .', 'Picture by picture, while paused'],
  ['↑ ↓', 'Louder, quieter'],
  ['M', 'Sound on, off'],
  ['F', 'Full screen'],
  ['C', 'Captions'],
  ['< >', 'Slower, faster'],
  ['?', 'This list'],
] as const

/** What the keys do, over the picture. */
export function ShortcutsList({ onClose }: { onClose: () => void }) {
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => close.current?.focus({ preventScroll: true }), [])
  return (
    <dialog
      open
      aria-label="Keyboard shortcuts"
      className="absolute inset-0 m-0 size-full max-h-none max-w-none overflow-y-auto bg-scrim/90 p-4 text-sm text-on-scrim"
    >
      <div className="flex items-center justify-between">
        <h3 className="text-base font-semibold">Keyboard shortcuts</h3>
        <button
          ref={close}
          type="button"
          onClick={onClose}
          className="min-h-11 cursor-pointer rounded-md px-3 hover:bg-on-scrim/20 focus-visible:outline-2 focus-visible:outline-marigold"
        >
          Close
        </button>
      </div>
      <dl className="columns-2xs gap-x-8">
        {listed.map(([keys, does]) => (
          <div key={keys} className="flex gap-4 py-1">
            <dt className="w-24 shrink-0 font-semibold">{keys}</dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </dialog>
  )
}
