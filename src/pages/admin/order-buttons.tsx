import { useEffect, useRef } from 'react'
import { t } from '../../shared/i18n/translate.ts'

interface OrderButtonsProps {
  /** What is moved, e.g. 'module 2'. */
  noun: string
  /** Counted from 0. */
  at: number
  count: number
  onMove: (to: number) => void
}

/** Moves one thing of a list up or down. The focus goes along with it. */
export function OrderButtons({ noun, at, count, onMove }: OrderButtonsProps) {
  const up = useRef<HTMLButtonElement>(null)
  const down = useRef<HTMLButtonElement>(null)
  const pressed = useRef<'up' | 'down' | null>(null)

  // A moved element loses the focus in the document; at the end of the list the other button takes it.
  useEffect(() => {
    if (pressed.current === null) return
    const [wanted, other] = pressed.current === 'up' ? [up, down] : [down, up]
    pressed.current = null
    if (wanted.current?.disabled) other.current?.focus()
    else wanted.current?.focus()
  })

  const move = (direction: 'up' | 'down') => {
    pressed.current = direction
    onMove(direction === 'up' ? at - 1 : at + 1)
  }

  return (
    <>
      <button
        ref={up}
        type="button"
        aria-label={t('Move {noun} up', { noun })}
        disabled={at === 0}
        onClick={() => move('up')}
        className={style}
      >
        ↑
      </button>
      <button
        ref={down}
        type="button"
        aria-label={t('Move {noun} down', { noun })}
        disabled={at === count - 1}
        onClick={() => move('down')}
        className={style}
      >
        ↓
      </button>
    </>
  )
}

const style =
  'size-9 rounded-sm text-lg hover:not-disabled:bg-wash disabled:cursor-not-allowed disabled:text-ink-soft disabled:opacity-50'
