interface EarlyClicks {
  /** In the order of the clicks. */
  buttons: HTMLButtonElement[]
  stop: () => void
}

/**
 * Remembers which buttons were clicked while the page's scripts were still on their way. Kept tiny:
 * every page has it.
 */
export const queuedClicksScript = `{const buttons=[],keep=e=>{const b=e.target.closest('button');if(b){e.preventDefault();buttons.push(b)}};addEventListener('click',keep,true);window.early={buttons,stop:()=>removeEventListener('click',keep,true)}}`

/** Clicks them again, now that the buttons do something. */
export function replayQueuedClicks(): void {
  const { early } = window as unknown as { early?: EarlyClicks } // set by the script above
  early?.stop()
  for (const button of early?.buttons.splice(0) ?? []) button.click()
}
