import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { leaveFullscreen } from './leave-fullscreen.ts'

/**
 * Fills the screen with the player, and on a phone also when it is turned while a film plays. Null
 * where a browser has no way to do it.
 */
export function useFullscreen(
  shell: RefObject<HTMLElement | null>,
  film: { enterNative: () => void; isPlayingFile: boolean },
): { isOn: boolean; onToggle: () => void } | null {
  const [isOn, setIsOn] = useState(false)
  useEffect(() => {
    const onChange = () => setIsOn(document.fullscreenElement === shell.current)
    document.addEventListener('fullscreenchange', onChange)
    return () => document.removeEventListener('fullscreenchange', onChange)
  }, [shell])

  const onTurn = useEffectEvent((isLandscape: boolean) => {
    if (!document.fullscreenEnabled) return
    if (isLandscape && film.isPlayingFile && document.fullscreenElement === null)
      enter(shell.current)
    if (!isLandscape && isOn) void leaveFullscreen()
  })
  useEffect(() => {
    if (!matchMedia('(pointer: coarse)').matches) return undefined
    const landscape = matchMedia('(orientation: landscape)')
    const onChange = () => onTurn(landscape.matches)
    landscape.addEventListener('change', onChange)
    return () => landscape.removeEventListener('change', onChange)
  }, [])

  if (!document.fullscreenEnabled) {
    return hasNativeOnly() ? { isOn: false, onToggle: film.enterNative } : null
  }
  return {
    isOn,
    onToggle: () => (document.fullscreenElement ? void leaveFullscreen() : enter(shell.current)),
  }
}

/** Where a turn of the phone is not enough of a wish, the button still is. */
function enter(shell: HTMLElement | null): void {
  shell?.requestFullscreen().catch(() => undefined)
}

function hasNativeOnly(): boolean {
  return 'webkitEnterFullscreen' in HTMLVideoElement.prototype
}
