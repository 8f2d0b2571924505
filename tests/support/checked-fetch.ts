import { problemDocument } from '../../src/http/problem.ts'
import { problems } from '../../src/http/problems.ts'
import { findEndpoint } from './contracts.ts'

/** What any endpoint may answer, besides the problems that its contract names. */
const refusalsOfAll = new Set([
  'invalid_input',
  'malformed_json',
  'not_signed_in',
  'not_allowed',
  'second_step_required',
  'step_up_needed',
  'read_only',
  'not_in_views',
  'too_large',
  'wrong_media_type',
  'our_fault',
  'not_ready',
  'storage_full',
  'storage_unavailable',
  'database_not_writable',
  'too_busy',
  'too_many_tries',
])

/** Spoken in the provider's terms or in those of tus, or served as a document: no contract describes these answers. */
const undescribed = /^\/api\/(payment\/(webhook|callback)|admin\/uploads|openapi\.json|docs)/

/** Fetches, and throws if an answer of the API is not what its contract promises. */
export const checkedFetch: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init)
  const { pathname } = new URL(answer.url)
  if (!pathname.startsWith('/api/') || undescribed.test(pathname)) return answer
  const method = init?.method ?? 'GET'
  try {
    await checkAnswer(answer.clone(), method, pathname)
  } catch (error) {
    throw new Error(`${method} ${pathname} answered ${answer.status} against its contract`, {
      cause: error,
    })
  }
  return answer
}

async function checkAnswer(answer: Response, method: string, path: string): Promise<void> {
  const endpoint = findEndpoint(method, path)
  if (answer.status >= 400) return checkProblem(answer, endpoint?.problems ?? ['not_found'])
  if (answer.status !== 200) throw new Error('Success is always 200')
  if (!endpoint) throw new Error('No contract describes this call')
  const { answerType = 'application/json' } = endpoint
  expectType(answer, answerType)
  endpoint.answer.parse(await (answerType === 'application/json' ? answer.json() : answer.text()))
}

async function checkProblem(answer: Response, named: readonly string[]): Promise<void> {
  expectType(answer, 'application/problem+json')
  const problem = problemDocument.strict().parse(await answer.json())
  const known = Object.entries(problems).find(([code]) => code === problem.code)
  if (problem.status !== answer.status || known?.[1][0] !== answer.status) {
    throw new Error(`The code ${problem.code} does not go with the status ${answer.status}`)
  }
  if (!refusalsOfAll.has(problem.code) && !named.includes(problem.code)) {
    throw new Error(`The contract does not name the refusal ${problem.code}`)
  }
  if (problem.code === 'invalid_input' && !problem.errors && answer.status === 400) {
    throw new Error('Bad input must name its paths')
  }
  if (answer.status === 429 && !(Number(answer.headers.get('retry-after')) > 0)) {
    throw new Error('Too many tries must say when to come back')
  }
}

function expectType(answer: Response, type: string): void {
  const given = answer.headers.get('content-type') ?? 'none'
  if (given.split(';')[0] !== type) throw new Error(`${type} was promised, ${given} was sent`)
}
