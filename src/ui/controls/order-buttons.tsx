import { t } from '../../shared/i18n/translate.ts'
import { Button } from './button.tsx'

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
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        aria-label={t('Move {noun} up', { noun })}
        disabled={at === 0}
        onClick={() => onMove(at - 1)}
      >
        ↑
      </Button>
      <Button
        variant="quiet"
        size="small"
        aria-label={t('Move {noun} down', { noun })}
        disabled={at === count - 1}
        onClick={() => onMove(at + 1)}
      >
        ↓
      </Button>
    </>
  )
}
