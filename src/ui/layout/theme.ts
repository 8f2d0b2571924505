import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark'

const key = 'theme'
const changed = 'theme'

/**
 * Runs before the first paint, so that a chosen theme never flashes; and switches from what is seen to its
 * opposite wherever `data-switch-theme` is tapped, also before the page's scripts are there. Kept tiny:
 * every page has it.
 */
export const themeScript = `(d=>{let s={};try{s=localStorage||s;if(/^(light|dark)$/.test(s.${key}))d.theme=s.${key}}catch{}
addEventListener('click',e=>{if(e.target.closest('[data-switch-theme]')){e.stopImmediatePropagation()
d.theme=(d.theme?d.theme=='dark':matchMedia('(prefers-color-scheme:dark)').matches)?'light':'dark'
dispatchEvent(new Event('${changed}'));s.${key}=d.theme}},1)})(document.documentElement.dataset)`

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
