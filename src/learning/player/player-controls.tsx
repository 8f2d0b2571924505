import { type ReactNode, type RefObject, useId } from 'react'
import { SPEEDS } from './speeds.ts'
import type { usePlayback } from './use-playback.ts'

/** One row of controls below every video, the same for all providers. */
export function PlayerControls({
  playButton,
  playback,
  captions,
  onToggleFullscreen,
}: {
  playButton: RefObject<HTMLButtonElement | null>
  playback: ReturnType<typeof usePlayback>
  /** Null where the provider's own player switches them, or where there are none. */
  captions: { isShown: boolean; onToggle: () => void } | null
  onToggleFullscreen: (() => void) | null
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-1 px-2 py-1 text-sm text-ink">
      <ControlButton button={playButton} onPress={playback.togglePlay}>
        {playback.isPlaying ? 'Pause' : 'Play'}
      </ControlButton>
      <SpeedMenu rate={playback.rate} onChange={playback.setRate} />
      {captions !== null && (
        <ControlButton isPressed={captions.isShown} onPress={captions.onToggle}>
          Captions
        </ControlButton>
      )}
      {playback.canPictureInPicture && (
        <ControlButton onPress={playback.togglePictureInPicture} isWideOnly>
          Picture in picture
        </ControlButton>
      )}
      {onToggleFullscreen !== null && (
        <ControlButton onPress={onToggleFullscreen}>Full screen</ControlButton>
      )}
    </div>
  )
}

function ControlButton({
  button,
  isPressed,
  isWideOnly = false,
  onPress,
  children,
}: {
  button?: RefObject<HTMLButtonElement | null>
  isPressed?: boolean
  /** Left out on phones, where one row must do and the system offers the same. */
  isWideOnly?: boolean
  onPress: () => void
  children: ReactNode
}) {
  return (
    <button
      ref={button}
      type="button"
      aria-pressed={isPressed}
      onClick={onPress}
      className={`${isWideOnly ? 'max-sm:hidden ' : ''}min-h-11 min-w-16 cursor-pointer rounded-md px-2 font-medium hover:bg-line aria-pressed:bg-line sm:px-3`}
    >
      {children}
    </button>
  )
}

function SpeedMenu({ rate, onChange }: { rate: number; onChange: (rate: number) => void }) {
  const id = useId()
  const isListed = SPEEDS.some((speed) => speed === rate)
  return (
    <span className="flex items-center gap-2 px-1 sm:px-3">
      <label htmlFor={id} className="text-ink-soft max-sm:sr-only">
        Speed
      </label>
      <select
        id={id}
        value={rate}
        onChange={(event) => onChange(Number(event.target.value))}
        className="min-h-11 cursor-pointer rounded-md border border-line bg-paper px-2 tabular-nums"
      >
        {!isListed && <option value={rate}>{`${rate}×`}</option>}
        {SPEEDS.map((speed) => (
          <option key={speed} value={speed}>{`${speed}×`}</option>
        ))}
      </select>
    </span>
  )
}
