import * as z from 'zod'
import { endpoint } from '../../http/endpoint.ts'

export const accessEntry = z.object({
  at: z.iso.datetime(),
  change: z.enum(['grant', 'revocation']),
  reason: z.string().describe('Plain words.'),
})

export const explainMyAccess = endpoint('GET /my-courses/:course_id/access', {
  summary: 'Why the caller may, or may no longer, watch a course: oldest first',
  access: 'learner',
  params: z.object({ course_id: z.string().min(1).max(200) }),
  answer: z.object({ owned: z.boolean(), history: z.array(accessEntry) }),
})
