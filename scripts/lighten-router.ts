import type { Plugin } from 'vite'

const home = 'react-router/dist/production/lib/'

/**
 * Files of React Router that this site never runs: finding routes while links come into view
 * (`routeDiscovery` is 'initial'), its own error page (ours is in `root.tsx`), instrumentation.
 */
const unusedFiles: Record<string, string> = {
  'dom/ssr/fog-of-war.js': `
    export const isFogOfWarEnabled = () => false
    export const getPatchRoutesOnNavigationFunction = () => undefined
    export const useFogOFWarDiscovery = () => {}
    export const getPartialManifest = (manifest) => manifest
    export const getManifestPath = () => undefined
    export const getPathsWithAncestors = (paths) => paths
    export const handleClientVersionMismatch = async () => false`,
  'dom/ssr/errorBoundaries.js': `
    export const RemixErrorBoundary = ({ children }) => children
    export const RemixRootDefaultErrorBoundary = () => null
    export const BoundaryShell = () => null`,
  'router/instrumentation.js': `
    export const consumeInstrumentationClientResultMetaReceiver = () => undefined
    export const getRouteInstrumentationUpdates = () => ({})
    export const instrumentClientSideRouter = (router) => router
    export const instrumentHandler = (handler) => handler
    export const instrumentationResultMetaContext = undefined`,
}

/**
 * What stands in a function instead of its body. Whoever writes to the server here uses `call()`:
 * there are no actions, no fetchers, no `<Form>`.
 */
const never = "throw Error('see scripts/lighten-router.ts')"
const shortenedFunctions: Record<string, Record<string, string>> = {
  'router/router.js': {
    normalizeNavigateOptions: 'return { path }',
    handleAction: never,
    handleFetcherAction: never,
    handleFetcherLoader: never,
    fetch: never,
    discoverRoutes: never,
  },
}

/**
 * Leaves both out of what browsers load: 6 kB of every first visit. The build fails if a new
 * version of the router has moved them.
 */
export function lightenRouter(): Plugin {
  const left = new Set([...Object.keys(unusedFiles), ...Object.keys(shortenedFunctions)])
  const pathOf = (id: string) => id.split(home)[1] ?? ''
  return {
    name: 'lighten-router',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    load: {
      filter: { id: /react-router\/dist\/production\/lib\// },
      handler(id) {
        if (pathOf(id) in unusedFiles) left.delete(pathOf(id))
        return unusedFiles[pathOf(id)]
      },
    },
    transform: {
      filter: { id: /react-router\/dist\/production\/lib\// },
      handler(code, id) {
        const shortened = Object.entries(shortenedFunctions[pathOf(id)] ?? {})
        if (shortened.length > 0) left.delete(pathOf(id))
        const whole = code
          // A name given from outside keeps a component that nobody shows.
          .replaceAll(/^\w+\.displayName = .*;$/gm, '')
          .replaceAll(/^const \w+ = (?=React\$1\.(?:forwardRef|memo)\()/gm, '$&/* @__PURE__ */ ')
        return shortened.reduce((code, [name, body]) => shorten(code, name, body), whole)
      },
    },
    generateBundle() {
      if (left.size > 0) this.error(`React Router no longer has ${[...left].join(', ')}`)
    },
  }
}

/** The file is indented throughout: a function ends where a brace stands below its first letter. */
function shorten(code: string, name: string, body: string): string {
  const whole = new RegExp(
    `^(\\t*)((?:async )?function ${name}\\(.*\\) \\{)$[\\s\\S]*?^\\1\\}$`,
    'm',
  )
  if (!whole.test(code)) throw new Error(`React Router no longer has a function ${name}`)
  return code.replace(whole, `$1$2 ${body} }`)
}
