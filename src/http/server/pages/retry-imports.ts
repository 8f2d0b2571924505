import type { Plugin } from 'vite'

/**
 * Lets every `import()` of the built scripts, the router's too, go through the page's own
 * `loadModule`, which tries a lost script again (docs/decisions/0033). The bundler's own way around
 * an `import()`, which waits for stylesheets that we do not have, falls away.
 */
export function retryImports(): Plugin {
  return {
    name: 'retry-imports',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    load: (id) =>
      id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : null,
    // Not what only writes the word, as the router does for the server's pages.
    renderChunk: (code) => ({
      code: code.replaceAll(/\bimport\((?!\$\{)/g, 'loadModule('),
      map: null,
    }),
  }
}
