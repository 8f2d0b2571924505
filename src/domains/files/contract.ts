import * as z from 'zod'
import { endpoint } from '../../http/endpoint.ts'

export const getAttachment = endpoint('GET /admin/attachments/:id', {
  summary: 'A file to take away, made from the finished upload of the same id',
  access: { right: 'courses' },
  params: z.object({ id: z.uuid() }),
  answer: z.object({
    id: z.string(),
    course_id: z.string().nullable().describe('Null: that course is gone.'),
    filename: z.string(),
    type: z.string(),
    size_in_bytes: z.int(),
    sha256: z.string(),
    created_at: z.iso.datetime(),
  }),
  problems: ['file_not_found'],
})
