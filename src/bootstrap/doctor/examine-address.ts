import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { connect } from 'node:tls'
import { reasonOf } from '../../domains/operations/server/checks/reason-of.ts'
import type { Examined } from './examined.ts'

const timeoutInMs = 8_000
const dayInMs = 86_400_000
/** Whoever renews by itself has done so by then. */
const dueInDays = 14

/** Where PUBLIC_URL leads, and how long its certificate holds. */
export async function examineAddress(publicUrl: string | undefined): Promise<Examined[]> {
  if (!publicUrl?.startsWith('https://')) return []
  const { hostname, port } = new URL(publicUrl)
  const host = hostname.replaceAll(/[[\]]/g, '')
  const [name, certificate] = await Promise.all([
    examineName(host),
    examineCertificate(host, Number(port || 443)),
  ])
  return [name, certificate]
}

async function examineName(host: string): Promise<Examined> {
  const item = 'dns'
  const mend = `Have an A or AAAA record of ${host} lead to this machine or to the proxy in front, where the domain is registered.`
  try {
    const found = await lookup(host, { all: true })
    const addresses = found.map(({ address }) => address)
    const own = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
    const isOurs = own.some(({ address }) => addresses.includes(address))
    const whose = isOurs ? 'this machine' : 'another address than this machine’s own'
    return { item, state: 'ok', sentence: `${host} leads to ${addresses.join(', ')}, ${whose}.` }
  } catch {
    const sentence = `There is no address for ${host}: nobody finds the academy.`
    return { item, state: 'failing', sentence, mend }
  }
}

async function examineCertificate(host: string, port: number): Promise<Examined> {
  const item = 'certificate'
  const mend =
    'Look at the proxy in front, which gets and renews it: journalctl -u caddy, and ports 80 and 443 open to the world.'
  const socket = connect({
    host,
    port,
    timeout: timeoutInMs,
    rejectUnauthorized: false, // what is wrong is told below
    ...(isIP(host) === 0 && { servername: host }),
  })
  socket.once('timeout', () => socket.destroy(new Error('It does not answer in time.')))
  try {
    await once(socket, 'secureConnect')
    const days = Math.floor(
      (Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / dayInMs,
    )
    const until = days < 0 ? 'has run out' : `holds for ${days} more days`
    if (!socket.authorized) {
      const why = reasonOf(socket.authorizationError)
      const sentence = `Browsers refuse the certificate of ${host}, which ${until}: ${why}`
      return { item, state: 'failing', sentence, mend }
    }
    return days < dueInDays
      ? {
          item,
          state: 'failing',
          sentence: `The certificate of ${host} ${until} and was not renewed.`,
          mend,
        }
      : { item, state: 'ok', sentence: `The certificate of ${host} ${until}.` }
  } catch (error) {
    const sentence = `Nobody answers at ${host} on port ${port} with a certificate: ${reasonOf(error)}`
    return { item, state: 'failing', sentence, mend }
  } finally {
    socket.destroy()
  }
}
