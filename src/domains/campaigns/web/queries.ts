import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { AnswerOf } from '../../../http/endpoint.ts'
import { call } from '../../../ui/call.ts'
import type {
  cancelLetter,
  changeLetter,
  countReaders,
  createLetter,
  deleteLetter,
  getLetter,
  getLetterSettings,
  Letter,
  LetterInput,
  listLetters,
  listLetterTroubles,
  previewLetter,
  saveLetterSettings,
  sendLetter,
  testLetter,
} from '../contract.ts'

/** All that a change of a letter makes stale. */
export const lettersKey = ['admin', 'letters']

const watchedEveryInMs = 5_000

export const lettersQuery = infiniteQueryOptions({
  queryKey: [...lettersKey, 'list'],
  queryFn: ({ pageParam: cursor }) =>
    call<typeof listLetters>('GET /admin/letters', { query: { cursor } }),
  initialPageParam: undefined as string | undefined, // the first page begins nowhere
  getNextPageParam: ({ next_cursor: next }) => next,
  refetchInterval: ({ state }) =>
    state.data?.pages.some(({ letters }) => letters.some(isMoving)) ? watchedEveryInMs : false,
})

export const troublesQuery = queryOptions({
  queryKey: [...lettersKey, 'troubles'],
  queryFn: () => call<typeof listLetterTroubles>('GET /admin/letter-troubles', {}),
})

function isMoving({ state }: Pick<Letter, 'state'>): boolean {
  return state === 'scheduled' || state === 'sending'
}

export function letterQuery(id: string) {
  return queryOptions({
    queryKey: [...lettersKey, id],
    queryFn: () => call<typeof getLetter>('GET /admin/letters/:id', { params: { id } }),
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? watchedEveryInMs : false),
  })
}

export function previewQuery({ id, revision }: Pick<Letter, 'id' | 'revision'>) {
  return queryOptions({
    queryKey: [...lettersKey, id, 'preview', revision],
    queryFn: () => call<typeof previewLetter>('GET /admin/letters/:id/preview', { params: { id } }),
    staleTime: 0,
  })
}

/** Counted while the letter is already shown. */
export function readersQuery({ id, revision }: Pick<Letter, 'id' | 'revision'>) {
  return queryOptions({
    queryKey: [...lettersKey, id, 'readers', revision],
    queryFn: () => call<typeof countReaders>('GET /admin/letters/:id/readers', { params: { id } }),
    staleTime: 0,
  })
}

/** As a new letter of this id; a repeated call makes none. Undefined: the server chooses the id. */
export function beginLetter(input: LetterInput, id: string | undefined): Promise<Letter> {
  return call<typeof createLetter>('POST /admin/letters', { body: { ...input, id } })
}

/** In the place of the draft that was looked at. */
export function saveLetter(
  input: LetterInput,
  { id, revision }: Pick<Letter, 'id' | 'revision'>,
): Promise<Letter> {
  const body = { ...input, revision }
  return call<typeof changeLetter>('PUT /admin/letters/:id', { params: { id }, body })
}

export function askToDelete(id: string): Promise<{ message: string }> {
  return call<typeof deleteLetter>('DELETE /admin/letters/:id', { params: { id } })
}

export function askForTest(id: string): Promise<{ message: string }> {
  return call<typeof testLetter>('POST /admin/letters/:id/test', { params: { id } })
}

/** Null: now. */
export function askToSend(
  { id, revision }: Pick<Letter, 'id' | 'revision'>,
  sendAt: string | null,
): Promise<Letter> {
  const body = { revision, send_at: sendAt }
  return call<typeof sendLetter>('POST /admin/letters/:id/send', { params: { id }, body })
}

export function askToCancel(id: string): Promise<Letter> {
  return call<typeof cancelLetter>('POST /admin/letters/:id/cancel', { params: { id } })
}

export type LetterSettings = AnswerOf<typeof getLetterSettings>

export const settingsQuery = queryOptions({
  queryKey: ['admin', 'letter-settings'],
  queryFn: () => call<typeof getLetterSettings>('GET /admin/letter-settings', {}),
})

export function askToSaveSettings(body: LetterSettings): Promise<LetterSettings> {
  return call<typeof saveLetterSettings>('PUT /admin/letter-settings', { body })
}
