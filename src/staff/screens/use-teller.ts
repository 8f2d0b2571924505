import { useQueryClient } from '@tanstack/react-query'
import type { AnswerOf } from '../../http/endpoint.ts'
import type { listStaff } from '../contract.ts'
import { staffQuery } from '../queries.ts'

type Listed = AnswerOf<typeof listStaff>
export type Member = Listed['staff'][number]
export type Invitation = Listed['invitations'][number]

/** How the last change went. */
export interface Told {
  tone: 'success' | 'danger'
  text: string
}

/** Of a mutation: says how the change went, and asks for the list anew. */
export function useTeller(onTold: (told: Told | null) => void) {
  const client = useQueryClient()
  return {
    onMutate: () => onTold(null),
    onSuccess: ({ message }: { message: string }) => {
      onTold({ tone: 'success', text: message })
      return client.invalidateQueries({ queryKey: staffQuery.queryKey })
    },
    // The message of a failed call is the server's sentence where there is one.
    onError: ({ message }: Error) => onTold({ tone: 'danger', text: message }),
  }
}
