import type { FastifyInstance } from 'fastify'

/**
 * Answers what is being asked, then closes. Whoever holds a connection open for longer, with half a
 * request or none at all, cannot keep the process from ending.
 */
export async function closeApp(app: FastifyInstance, timeoutInMs: number): Promise<void> {
  const { server } = app
  // `close()` does this once; a connection whose answer is still under way becomes idle later.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const cut = setTimeout(() => server.closeAllConnections(), timeoutInMs)
  try {
    await app.close()
  } finally {
    clearInterval(sweep)
    clearTimeout(cut)
  }
}
