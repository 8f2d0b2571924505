import { t } from '../../../../shared/i18n/translate.ts'
import type { Finding } from '../../check-states.ts'
import type { Check } from './list-checks.ts'
import { reasonOf } from './reason-of.ts'

const timeoutInMs = 8_000

export function checkHttps(publicUrl: string): Check {
  if (!publicUrl.startsWith('https://')) {
    return {
      item: 'https',
      look: async () => ({
        state: 'todo',
        sentence: t(
          'The academy is at {address}, which nobody can reach safely: give its https address in the settings (PUBLIC_URL).',
          { address: publicUrl },
        ),
      }),
    }
  }
  return {
    item: 'https',
    trial: {
      subject: publicUrl,
      untested: t('{address} was not asked yet.', { address: publicUrl }),
      run: () => askOurselves(publicUrl),
    },
  }
}

/** By the address that others use: through name, certificate and proxy. */
async function askOurselves(publicUrl: string): Promise<Finding> {
  try {
    const answer = await fetch(`${publicUrl}/healthz`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutInMs),
    })
    const text = await answer.text()
    return answer.status === 200 && text.trim() === 'ok'
      ? { state: 'ok', sentence: `${publicUrl} answers, with a certificate that holds.` }
      : {
          state: 'failing',
          sentence: `At ${publicUrl} something else answers (${answer.status}): check the proxy in front.`,
        }
  } catch (error) {
    return { state: 'failing', sentence: `${publicUrl} does not answer: ${reasonOf(error)}` }
  }
}
