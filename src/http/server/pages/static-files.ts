import { readdir, readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { paths } from '../../../paths.ts'
import { type PreparedResponse, preparePacked } from '../prepared-response.ts'
import { etagOf } from './pack.ts'

/** By path below the host, e.g. `/favicon.svg`. */
export type StaticFiles = ReadonlyMap<string, PreparedResponse>

/**
 * Reads the built files and their packed copies into memory once: a few megabytes, and no request
 * can ever name another file.
 */
export async function readStaticFiles(
  folder: string,
  common: Record<string, string>,
): Promise<StaticFiles> {
  const listed = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = new Set(
    listed.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)),
  )
  const files = new Map<string, PreparedResponse>()
  for (const path of paths) {
    const type = types[extname(path)]
    const url = path.slice(folder.replace(/[/\\]+$/, '').length).replaceAll(sep, '/')
    if (type === undefined || url.includes('/.')) continue
    const plain = await readFile(path)
    const packed = {
      plain,
      br: paths.has(`${path}.br`) ? await readFile(`${path}.br`) : null,
      gzip: paths.has(`${path}.gz`) ? await readFile(`${path}.gz`) : null,
      etag: etagOf(plain),
    }
    const headers = { 'content-type': type, 'cache-control': cacheControlFor(url) }
    files.set(url, preparePacked(packed, { ...common, ...headers }))
  }
  return files
}

/** Names below /assets carry a hash of their content, so they never change. */
function cacheControlFor(url: string): string {
  if (url.startsWith('/assets/')) return 'public, max-age=31536000, immutable'
  return `public, max-age=${url === paths.coverFigures ? 604_800 : 3600}`
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
}
