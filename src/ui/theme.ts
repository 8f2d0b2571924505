import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark'

const key = 'theme'
const listeners = new Set<() => void>()

/** Runs before the first paint, so that a chosen theme never flashes. Kept tiny: every page has it. */
export const themeScript = `try{var t=localStorage.getItem('${key}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}`

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
  for (const listener of listeners) listener()
}

/** From what is seen now to its opposite. */
export function switchTheme(): void {
  const chosen = readTheme()
  const isDark =
    chosen === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'dark'
  chooseTheme(isDark ? 'light' : 'dark')
}

function readTheme(): Theme {
  const theme = document.documentElement.dataset['theme']
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

const readSystem = (): Theme => 'system'

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
