interface EarlyClicks {
  /** In the order of the clicks. */
  buttons: HTMLButtonElement[]
  stop: () => void
}

/**
 * Remembers which buttons were clicked while the page's scripts were still on their way, and says so
 * at once; a second click on the same button is impatience. `tell` shows a sentence over the page,
 * or takes it away. Kept tiny: every page has it.
 */
export const queuedClicksScript = `{const buttons=[],note=document.createElement('p'),tell=t=>{note.textContent=t;t?document.body.append(note):note.remove()},keep=e=>{const b=e.target.closest('button');if(b&&b.id!='reload'){e.preventDefault();buttons.includes(b)||buttons.push(b);b.setAttribute('aria-busy','true');tell('One moment, this page is still loading. Your tap counts.')}};note.className='page-note';note.setAttribute('role','status');addEventListener('click',keep,true);window.early={buttons,tell,stop:()=>{removeEventListener('click',keep,true);tell('');for(const b of buttons)b.removeAttribute('aria-busy')}}}`

/** Clicks them again, now that the buttons do something. */
export function replayQueuedClicks(): void {
  const { early } = window as unknown as { early?: EarlyClicks } // set by the script above
  early?.stop()
  for (const button of early?.buttons.splice(0) ?? []) button.click()
}
