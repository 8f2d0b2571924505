import { createContext } from 'react'

/** False where a course is only looked at, as in the studio's preview: what plays there counts for nobody. */
export const IsRecorded = createContext(true)
