/**
 * For a part whose page stays as it is where its script does not come, which `start-page.ts` says by
 * then: it is asked for again at the next tap, or once there is a network, until it comes.
 */
export async function askAgain<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => {
        addEventListener('click', resolve, { once: true })
        addEventListener('online', resolve, { once: true })
      })
    }
  }
}
