import { newId } from './new-id.ts'

export interface Try {
  id: string
  /** What would make it another. */
  said: string
}

/** The last try once more where it says the same, as it may have arrived though its answer was lost. */
export function repeatTry(last: Try | null, said: string): Try {
  return last?.said === said ? last : { id: newId(), said }
}
