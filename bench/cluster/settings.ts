/** What stands where; each on a port of its own of this machine. */
export interface Ports {
  etcd: number
  etcdPeers: number
  databases: { postgres: number; patroni: number }[]
  primary: number
  pool: number
  academies: number[]
  site: number
}

export const databaseName = 'academy'
export const databaseUser = 'academy'

/**
 * For Patroni, which reads YAML and so JSON. A commit is told once the replica has it, and only such a
 * replica follows as primary; a primary that dies is replaced at once instead of being started again.
 */
export function patroniSettings(
  ports: Ports,
  index: number,
  { folder, password }: { folder: string; password: string },
): object {
  const { postgres, patroni } = ports.databases[index] ?? { postgres: 0, patroni: 0 }
  const as = (username: string) => ({ username, password })
  return {
    scope: 'academy',
    name: `database-${index + 1}`,
    restapi: { listen: `127.0.0.1:${patroni}`, connect_address: `127.0.0.1:${patroni}` },
    etcd3: { hosts: [`127.0.0.1:${ports.etcd}`] },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 2,
        retry_timeout: 4,
        synchronous_mode: true,
        primary_start_timeout: 0,
        master_start_timeout: 0, // its name in Patroni before 4
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 200 } },
      },
      initdb: ['data-checksums', { encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
      pg_hba: [
        'host replication replicator 127.0.0.1/32 scram-sha-256',
        'host all all 127.0.0.1/32 scram-sha-256',
      ],
    },
    postgresql: {
      listen: `127.0.0.1:${postgres}`,
      connect_address: `127.0.0.1:${postgres}`,
      data_dir: `${folder}/data`,
      pgpass: `${folder}/pgpass`,
      bin_dir: '/usr/lib/postgresql/15/bin',
      parameters: { unix_socket_directories: folder },
      authentication: {
        superuser: as('postgres'),
        replication: as('replicator'),
        rewind: as('rewinder'),
      },
    },
  }
}

/** A session of PgBouncer's has one connection for as long as it lasts, as `LISTEN` needs. */
export function poolSettings(ports: Ports, folder: string): string {
  return `[databases]
${databaseName} = host=127.0.0.1 port=${ports.primary}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ports.pool}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${folder}/users
pool_mode = session
max_client_conn = 400
default_pool_size = 90
server_login_retry = 1
ignore_startup_parameters = statement_timeout
`
}

/**
 * The site goes to whichever process says it is ready; what is only read is asked for again where a process
 * ended on the very connection that was chosen for it. The database to whichever Patroni calls primary.
 */
export function balancerSettings(ports: Ports): string {
  const academies = ports.academies.map(
    (port, at) => `  server academy-${at + 1} 127.0.0.1:${port} cookie ${at + 1}`,
  )
  const databases = ports.databases.map(
    ({ postgres, patroni }, at) =>
      `  server database-${at + 1} 127.0.0.1:${postgres} check port ${patroni}`,
  )
  return `global
  maxconn 2000

defaults
  timeout connect 2s
  timeout client 5m
  timeout server 5m
  timeout check 2s
  default-server inter 500ms fall 2 rise 1

listen site
  mode http
  bind 127.0.0.1:${ports.site}
  option forwardfor
  # What has come of an upload lies with the academy where it was begun.
  cookie ACADEMY_AT insert indirect nocache httponly
  option httpchk GET /readyz
  option redispatch 1
  retries 3
  retry-on conn-failure empty-response
  http-request disable-l7-retry unless METH_GET
  default-server check
${academies.join('\n')}

listen primary
  mode tcp
  bind 127.0.0.1:${ports.primary}
  option httpchk GET /primary
  default-server on-marked-down shutdown-sessions
${databases.join('\n')}
`
}
