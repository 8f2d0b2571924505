import { useQueryClient } from '@tanstack/react-query'
import type { Letter } from '../contract.ts'
import { letterQuery, lettersKey } from './queries.ts'

/** Takes a letter as the server has just answered it for what is shown. */
export function useTakeLetter(): (letter: Letter) => Promise<void> {
  const client = useQueryClient()
  return async (letter) => {
    client.setQueryData(letterQuery(letter.id).queryKey, letter)
    await client.invalidateQueries({ queryKey: [...lettersKey, 'list'] })
  }
}
