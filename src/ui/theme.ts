import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark'

const key = 'theme'
const changed = 'themechange'

/**
 * Runs before the first paint, so that a chosen theme never flashes; and switches from what is seen to its
 * opposite wherever `data-switch-theme` is tapped, also before the page's scripts are there. Kept tiny:
 * every page has it.
 */
export const themeScript = `(d=>{try{var t=localStorage.getItem('${key}');if(t==='light'||t==='dark')d.theme=t}catch{}
addEventListener('click',e=>{if(!e.target.closest('[data-switch-theme]'))return
e.stopImmediatePropagation();d.theme=(d.theme?d.theme==='dark':matchMedia('(prefers-color-scheme:dark)').matches)?'light':'dark'
try{localStorage.setItem('${key}',d.theme)}catch{}
dispatchEvent(new Event('${changed}'))},true)})(document.documentElement.dataset)`

/** What the visitor chose; 'system' until they do. */
export function useTheme(): Theme {
  return useSyncExternalStore(listen, readTheme, readSystem)
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') {
    localStorage.removeItem(key)
    delete document.documentElement.dataset['theme']
  } else {
    localStorage.setItem(key, theme)
    document.documentElement.dataset['theme'] = theme
  }
  dispatchEvent(new Event(changed))
}

function readTheme(): Theme {
  const theme = document.documentElement.dataset['theme']
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

const readSystem = (): Theme => 'system'

function listen(listener: () => void): () => void {
  addEventListener(changed, listener)
  return () => removeEventListener(changed, listener)
}
