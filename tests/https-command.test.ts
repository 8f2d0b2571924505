import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { examineAddress } from '../src/bootstrap/doctor/examine-address.ts'
import { findFreePair } from './support/find-free-pair.ts'

const hasCaddy = spawnSync('caddy', ['version']).status === 0
const debiansOwn = ':80 {\n\troot * /usr/share/caddy\n\tfile_server\n}\n'

let root = ''
let caddy: ChildProcess | undefined

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'academy-https-'))
  await mkdir(join(root, 'etc/academy'), { recursive: true })
  await mkdir(join(root, 'etc/caddy'))
  await writeFile(join(root, 'etc/caddy/Caddyfile'), debiansOwn)
  await writeFile(envFile(), await readFile('packaging/academy.env'))
  await chmod(envFile(), 0o640)
})
afterEach(async () => {
  caddy?.kill()
  if (caddy?.exitCode === null) await once(caddy, 'exit')
  caddy = undefined
  await rm(root, { recursive: true, force: true })
})

const envFile = () => join(root, 'etc/academy/academy.env')
const read = (path: string) => readFile(join(root, path), 'utf8')
const https = (...words: string[]) =>
  spawnSync(process.execPath, ['scripts/academy.js', 'https', ...words, '--root', root], {
    encoding: 'utf8',
  })

test('writes the proxy’s site and the academy’s address beside what stood there, and twice the same', async () => {
  await writeFile(envFile(), `${await read('etc/academy/academy.env')}PORT=3100\nTRUST_PROXY=\n`)

  const first = https('learn.example')
  const site = await read('etc/caddy/academy.caddyfile')
  const env = await read('etc/academy/academy.env')
  const second = https('learn.example')

  expect(first).toMatchObject({ status: 0, stdout: expect.stringContaining('Written: ') })
  expect(first.stdout).toContain('--sandbox')
  expect(second).toMatchObject({ status: 0, stdout: expect.stringContaining('Nothing to change') })
  expect(await read('etc/caddy/Caddyfile')).toBe(`${debiansOwn}import academy.caddyfile\n`)
  expect(site).toContain('\nlearn.example {')
  expect(site).toContain('reverse_proxy 127.0.0.1:3100 {')
  expect(
    env.split('\n').filter((line) => /^(PUBLIC_URL|TRUST_PROXY|PORT|SANDBOX)=/.test(line)),
  ).toEqual(['PUBLIC_URL=https://learn.example', 'PORT=3100', 'TRUST_PROXY=1'])
  expect(await read('etc/academy/academy.env')).toBe(env)
  expect((await stat(envFile())).mode & 0o777).toBe(0o640)
})

test('takes no domain that would be more than one', async () => {
  for (const domain of ['', 'learn.example {']) {
    expect(https(domain).status).not.toBe(0)
  }
  expect(await read('etc/caddy/Caddyfile')).toBe(debiansOwn)
})

test.skipIf(!hasCaddy)(
  'leaves every file as it was where Caddy refuses what it would be',
  async () => {
    const own = 'learn.example {\n\trespond ok\n}\n'
    await writeFile(join(root, 'etc/caddy/Caddyfile'), own)

    const refused = https('learn.example', '--sandbox')

    expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('refused') })
    expect(refused.stderr).toContain('Nothing was changed')
    expect(await readdir(join(root, 'etc/caddy'))).toEqual(['Caddyfile'])
    expect(await read('etc/caddy/Caddyfile')).toBe(own)
    expect(await read('etc/academy/academy.env')).toBe(
      await readFile('packaging/academy.env', 'utf8'),
    )
    expect((await stat(envFile())).mode & 0o777).toBe(0o640)
  },
)

test.skipIf(!hasCaddy)(
  'Caddy serves what was written: with a certificate, and the caller’s own address',
  async () => {
    const academy = createServer((asked, response) => response.end(JSON.stringify(asked.headers)))
    academy.listen(0, '127.0.0.1')
    await once(academy, 'listening')
    const { port: behind } = academy.address() as AddressInfo // a TCP server's
    const port = await findFreePair()
    await writeFile(envFile(), `PORT=${behind}\n`)
    await writeFile(
      join(root, 'etc/caddy/Caddyfile'),
      `{\n\tadmin off\n\tskip_install_trust\n\thttp_port ${port}\n\thttps_port ${port + 1}\n}\n`,
    )

    expect(https('localhost', '--internal')).toMatchObject({ status: 0, stderr: '' })
    expect(https('--check').stdout).toContain('is valid')
    caddy = spawn('caddy', ['run', '--config', join(root, 'etc/caddy/Caddyfile')], {
      env: { PATH: process.env['PATH'], HOME: root, XDG_DATA_HOME: root },
      stdio: 'ignore',
    })
    const headers = await vi.waitFor(() => askOver(port + 1), { interval: 200 })
    const [, certificate] = await examineAddress(`https://localhost:${port + 1}`)
    academy.close()

    expect(headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1', // and not what the caller says of itself
      'x-forwarded-proto': 'https',
      host: `localhost:${port + 1}`,
    })
    // The authority is nobody’s yet, and its certificates hold for twelve hours.
    expect(certificate).toMatchObject({
      state: 'failing',
      sentence: expect.stringMatching(/^Browsers refuse the certificate of localhost, which holds/),
    })
    await writeFile(join(root, 'etc/caddy/academy.caddyfile'), 'localhost {\n\tproxy_reverse\n}\n')
    expect(https('--check')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('refused'),
    })
  },
)

function askOver(port: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const asking = request(
      {
        host: '127.0.0.1',
        port,
        servername: 'localhost',
        rejectUnauthorized: false, // the authority is made by this run
        headers: { host: `localhost:${port}`, 'x-forwarded-for': '203.0.113.9' },
      },
      (response) => void json(response).then(resolve, reject),
    )
    asking.on('error', reject).end()
  })
}
