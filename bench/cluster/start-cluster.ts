import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import memory from '../../scripts/memory.json' with { type: 'json' }
import { openClient } from '../../src/platform/database/open-client.ts'
import { findFreePair } from '../../tests/support/find-free-pair.ts'
import { type S3StandIn, startS3StandIn } from '../../tests/support/s3-stand-in.ts'
import type { AcademyProcess } from '../payments/academy-process.ts'
import { createServer, findOwner, type Server, statusOf, waitFor } from './servers.ts'
import {
  balancerSettings,
  databaseName,
  databaseUser,
  type Ports,
  patroniSettings,
  poolSettings,
} from './settings.ts'

/** Debian's packages, and a program of each. */
const needed = {
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  pgbouncer: '/usr/sbin/pgbouncer',
  haproxy: '/usr/sbin/haproxy',
}

const root = join(import.meta.dirname, '../..')

/** Several machines as they would be run, on this one: whoever kills a process of it, kills one machine's. */
export interface Cluster extends AcademyProcess {
  ports: Ports
  /** Through the pooler, as the academies go. */
  databaseUrl: string
  store: S3StandIn
  academies: Server[]
  pool: Server
  balancer: Server
  /** Resolves once a primary is there whose every commit a replica has, too. */
  waitUntilSafe(): Promise<void>
}

interface ClusterOptions {
  folder: string
  sitePort: number
  /** Of the academies, beside what the cluster sets. */
  env: Record<string, string>
  /** Of the last of them alone. */
  lastEnv?: Record<string, string>
}

export async function startCluster({
  folder,
  sitePort,
  env,
  lastEnv = {},
}: ClusterOptions): Promise<Cluster> {
  requirePrograms()
  const owner = findOwner()
  const ports = await choosePorts(sitePort)
  const password = randomBytes(16).toString('hex')
  const own = (path: string): string => {
    if (owner) chownSync(path, owner.uid, owner.gid)
    return path
  }
  const makeFolder = (name: string): string => {
    const path = join(folder, name)
    mkdirSync(path, { recursive: true, mode: 0o750 })
    return own(path)
  }
  const write = (path: string, text: string): string => {
    writeFileSync(path, text, { mode: 0o600 })
    return own(path)
  }
  chmodSync(folder, 0o755)
  const logs = makeFolder('logs')
  const create = (name: string, path: string, args: string[]) =>
    createServer({
      path,
      args,
      logPath: own(touch(join(logs, `${name}.log`))),
      ...(owner && { owner }),
    })

  const etcdUrl = `http://127.0.0.1:${ports.etcd}`
  const peerUrl = `http://127.0.0.1:${ports.etcdPeers}`
  const etcd = create(
    'etcd',
    needed['etcd-server'],
    [
      ['--data-dir', makeFolder('etcd')],
      ['--listen-client-urls', etcdUrl, '--advertise-client-urls', etcdUrl],
      ['--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl],
      ['--initial-cluster', `default=${peerUrl}`],
    ].flat(),
  )
  const databases = ports.databases.map((_, index) => {
    const place = makeFolder(`database-${index + 1}`)
    const settings = patroniSettings(ports, index, { folder: place, password })
    const path = write(join(place, 'patroni.json'), JSON.stringify(settings))
    return create(`database-${index + 1}`, needed.patroni, [path])
  })
  const poolFolder = makeFolder('pool')
  write(join(poolFolder, 'users'), `"${databaseUser}" "${password}"\n`)
  const poolPath = write(join(poolFolder, 'pgbouncer.ini'), poolSettings(ports, poolFolder))
  const pool = create('pool', needed.pgbouncer, [poolPath])
  const balancerPath = write(join(makeFolder('balancer'), 'haproxy.cfg'), balancerSettings(ports))
  const balancer = create('balancer', needed.haproxy, ['-W', '-db', '-f', balancerPath])

  const store = await startS3StandIn()
  const databaseUrl = `postgres://${databaseUser}:${password}@127.0.0.1:${ports.pool}/${databaseName}`
  const shared = {
    NODE_ENV: 'production',
    ...memory.environment,
    NODE_COMPILE_CACHE: join(root, '.cache/compiled'),
    HOST: '127.0.0.1',
    DATABASE_URL: databaseUrl,
    TRUST_PROXY: '1',
    SETTINGS_KEY: randomBytes(32).toString('base64'),
    MEDIA_URL: `s3://films?endpoint=${store.url}&region=here`,
    MEDIA_ACCESS_KEY_ID: 'cluster',
    MEDIA_SECRET_ACCESS_KEY: 'cluster',
    ...env,
  }
  const academies = ports.academies.map((port, index) => {
    const name = `academy-${index + 1}`
    return createServer({
      path: process.execPath,
      args: [...memory.flags, 'src/main.ts'],
      env: {
        ...shared,
        PORT: String(port),
        DATA_DIR: makeFolder(name),
        ...(index === ports.academies.length - 1 && lastEnv),
      },
      cwd: root,
      logPath: touch(join(logs, `${name}.log`)),
    })
  })

  const patroniOf = (index: number) => `http://127.0.0.1:${ports.databases[index]?.patroni}`
  const findPrimary = async (): Promise<number | null> => {
    const statuses = await Promise.all(
      databases.map((_, at) => statusOf(`${patroniOf(at)}/primary`)),
    )
    const at = statuses.indexOf(200)
    return at < 0 ? null : at
  }
  const waitUntilSafe = async (): Promise<void> => {
    for (const database of databases) database.start()
    await waitFor('A synchronous replica', async () => {
      const replicas = databases.map((_, at) => statusOf(`${patroniOf(at)}/synchronous`))
      return (await findPrimary()) !== null && (await Promise.all(replicas)).includes(200)
    })
  }
  const waitUntilReady = () =>
    waitFor('An academy behind the balancer', async () => {
      return (await statusOf(`http://127.0.0.1:${ports.site}/readyz`)) === 200
    })
  let next = 0

  return {
    url: `http://127.0.0.1:${ports.site}`,
    ports,
    databaseUrl,
    store,
    academies,
    pool,
    balancer,
    waitUntilSafe,
    waitUntilReady,
    launch: () => {
      for (const academy of academies) academy.start()
    },
    async start() {
      etcd.start()
      for (const server of [...databases, balancer]) server.start()
      await waitUntilSafe()
      await makeDatabase(ports, password)
      pool.start()
      for (const academy of academies) academy.start()
      await waitFor('Every academy', async () => {
        const statuses = ports.academies.map((port) => statusOf(`http://127.0.0.1:${port}/readyz`))
        return (await Promise.all(statuses)).every((status) => status === 200)
      })
      await waitUntilReady()
    },
    async kill() {
      await academies[next++ % academies.length]?.kill()
    },
    /** The machine of the primary is lost: its PostgreSQL, and the Patroni that looks after it. */
    async killDatabase() {
      for (;;) {
        await waitUntilSafe()
        const at = (await findPrimary()) ?? 0
        const pidPath = join(folder, `database-${at + 1}`, 'data/postmaster.pid')
        const pid = Number.parseInt(await readFile(pidPath, 'utf8').catch(() => ''), 10)
        if (!sendKill(pid)) continue // it has just failed by itself
        await databases[at]?.kill()
        return at
      }
    },
    findDatabase: findPrimary,
    async stop() {
      await Promise.all(academies.map((academy) => academy.stop()))
      await Promise.all([pool.stop(), balancer.stop()])
      await Promise.all(databases.map((database) => database.stop()))
      await etcd.stop()
      await store.close()
      return 0
    },
    ownEnds: () => [],
  }
}

function requirePrograms(): void {
  const missing = Object.entries(needed).filter(([, path]) => !existsSync(path))
  if (missing.length === 0) return
  const names = missing.map(([name]) => name).join(' ')
  throw new Error(`The cluster is made of Debian's packages: apt-get install ${names}`)
}

async function choosePorts(site: number): Promise<Ports> {
  const pairs: [number, number][] = []
  while (pairs.length < 6) {
    const port = await findFreePair()
    if (port !== site && pairs.every(([taken]) => taken !== port)) pairs.push([port, port + 1])
  }
  const [etcd, one, two, middle, first, second] = pairs as [
    [number, number],
    [number, number],
    [number, number],
    [number, number],
    [number, number],
    [number, number],
  ]
  return {
    etcd: etcd[0],
    etcdPeers: etcd[1],
    databases: [one, two].map(([postgres, patroni]) => ({ postgres, patroni })),
    primary: middle[0],
    pool: middle[1],
    academies: [...first, second[0]],
    site,
  }
}

/** With a limit that the pooler does not pass on from each connection. */
async function makeDatabase(ports: Ports, password: string): Promise<void> {
  const url = `postgres://postgres:${password}@127.0.0.1:${ports.primary}/postgres`
  const client = await openClient(url)
  const { rowCount } = await client.query('select from pg_database where datname = $1', [
    databaseName,
  ])
  if (rowCount === 0) {
    await client.query(`create role ${databaseUser} login password '${password}'`)
    await client.query(`alter role ${databaseUser} set statement_timeout = '30s'`)
    await client.query(`create database ${databaseName} owner ${databaseUser}`)
  }
  await client.end()
}

/** False if there is no such process. */
function sendKill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    return false
  }
}

function touch(path: string): string {
  writeFileSync(path, '', { flag: 'a' })
  return path
}
