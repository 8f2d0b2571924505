import type { Plugin } from 'vite'

const enqueues = 'const enqueueUpdate = debounce(async () => {'

/**
 * Lets a changed screen wait for the page's router where somebody saves a file while the page is
 * still loading: the router's own tools fail there, and the change is not shown.
 */
export function holdUpdates(): Plugin {
  return {
    name: 'hold-updates',
    apply: 'serve',
    transform(code, id) {
      if (id !== '\0virtual:react-router/hmr-runtime') return null
      if (!code.includes(enqueues)) this.error('The router enqueues its updates elsewhere by now.')
      const holds = 'if (!window.__reactRouterDataRouter) return setTimeout(enqueueUpdate, 50)'
      return { code: code.replace(enqueues, `${enqueues}\n${holds}`), map: null }
    },
  }
}
