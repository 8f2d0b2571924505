import { totalmem } from 'node:os'
import type { Place } from './place.ts'

/** Settings for a small machine that serves one academy; anything not named stays at PostgreSQL's default. */
export function serverArguments(place: Place, durable: boolean): string[] {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: `"${place.socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    port: '5432', // only a part of the socket's name
    // Of twenty workers twice, for a hand-over. Takes 17 MB more than 100.
    max_connections: '500',
    shared_buffers: `${sharedBuffersInMegabytes(memoryInBytes())}MB`, // taken as it fills
    effective_cache_size: '512MB',
    random_page_cost: '1.1', // solid-state disks
    jit: 'off', // costs more than it saves on queries of milliseconds
    max_parallel_workers_per_gather: '0',
    io_method: 'sync', // no helper processes for data that fits in memory
    max_logical_replication_workers: '0',
    max_wal_size: '512MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'log', // what happens to the server; failed statements are the caller's to report
    log_checkpoints: 'off',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  return [
    '-D',
    place.clusterDir,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

/**
 * An eighth of the memory, from 64 MB to 2 GB: with a million learners, what a call reads lies in
 * more pages than 64 MB hold, and fetching them from the system's cache takes up to a quarter of its time.
 */
export function sharedBuffersInMegabytes(memoryInBytes: number): number {
  const eighth = Math.floor(memoryInBytes / 8 / 2 ** 20)
  return Math.min(2_048, Math.max(64, eighth))
}

/** Of the machine, or of the container where that has less. */
function memoryInBytes(): number {
  const allowed = process.constrainedMemory()
  return allowed > 0 ? Math.min(totalmem(), allowed) : totalmem()
}
