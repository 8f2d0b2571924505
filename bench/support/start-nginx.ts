import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

export interface RunningNginx {
  port: number
  stop(): Promise<void>
}

export function hasNginx(): boolean {
  return spawnSync('nginx', ['-v']).status === 0
}

/**
 * One worker of nginx on loopback with settings of its own: it serves the files of a folder by
 * itself, or those that the academy behind it names.
 */
export async function startNginx({
  port,
  media,
  behind,
}: {
  port: number
  media: string
  /** The academy's port; unset: nginx serves the folder to everybody. */
  behind?: number
}): Promise<RunningNginx> {
  const folder = await mkdtemp(join(tmpdir(), 'academy-bench-nginx-'))
  const served =
    behind === undefined
      ? `location / { root ${media}; }`
      : `location / { proxy_pass http://academy; proxy_http_version 1.1; proxy_set_header Connection ""; }
    location /internal-media/ { internal; alias ${media}/; }`
  await writeFile(
    join(folder, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
daemon off;
pid ${folder}/pid;
error_log stderr crit;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000;
  types { video/mp4 mp4; }
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  ${behind === undefined ? '' : `upstream academy { server 127.0.0.1:${behind}; keepalive 32; }`}
  server {
    listen 127.0.0.1:${port};
    ${served}
  }
}
`,
  )
  const args = ['-c', join(folder, 'nginx.conf'), '-p', folder, '-e', 'stderr']
  const child = spawn('nginx', args, { stdio: ['ignore', 'ignore', 'inherit'] })
  await untilOpen(port, child)
  return {
    port,
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function untilOpen(port: number, child: ChildProcess): Promise<void> {
  for (;;) {
    const isOpen = await fetch(`http://127.0.0.1:${port}/`, { method: 'HEAD' }).then(
      () => true,
      () => false,
    )
    if (isOpen) return
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`)
    await delay(20)
  }
}
