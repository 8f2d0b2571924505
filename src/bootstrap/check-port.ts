import { createServer } from 'node:net'

/** Throws, before anything else is started, what listening would throw. Resolves to the port, a free one for 0. */
export function checkPort(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(port, host, () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : port))
    })
  })
}
