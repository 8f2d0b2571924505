import { enableCompileCache, registerHooks } from 'node:module'
import { join } from 'node:path'

const heavyPackage = 'drizzle-orm'

// Before anything else is loaded: both make every start after the first twice as quick. Where the
// environment names a place for compiled code already, that one is kept.
const compiled = enableCompileCache(join(import.meta.dirname, '../../.cache/compiled'))
if (compiled.directory) process.env['NODE_COMPILE_CACHE'] = compiled.directory // for child processes
speedUpImports()

/**
 * Drizzle's package.json names every file and has 180 kB; Node parses it anew for each of 130 files.
 * Finding those files ourselves takes half a second and 200 MB off every start.
 */
function speedUpImports(): void {
  const found = new Map<string, string>()
  registerHooks({
    resolve: (specifier, context, next) => {
      if (isInside(context.parentURL) && specifier.startsWith('.')) {
        return asModule(new URL(specifier, context.parentURL).href)
      }
      if (!specifier.startsWith(heavyPackage)) return next(specifier, context)
      const url = found.get(specifier) ?? next(specifier, context).url
      found.set(specifier, url)
      return asModule(url)
    },
  })
}

function isInside(url: string | undefined): boolean {
  return url?.includes(`/node_modules/${heavyPackage}/`) ?? false
}

function asModule(url: string) {
  return { url, format: 'module', shortCircuit: true }
}
