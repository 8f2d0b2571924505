import type { ResponseOf } from '../../../http/endpoint.ts'
import { call } from '../../../ui/call.ts'
import { query } from '../../../ui/query.ts'
import type { getCertificate, previewCertificate } from '../contract.ts'

export type Certificate = ResponseOf<typeof getCertificate>
export type CertificatePreview = ResponseOf<typeof previewCertificate>

/** What the certificate says or would say; asking issues nothing. Null if the answer holds none. */
export const previewQuery = (courseId: string) =>
  query(
    ['certificate', courseId, 'preview'],
    (): Promise<CertificatePreview | null> =>
      call('GET /certificate/:course_id/preview', {
        params: { course_id: courseId },
      }),
  )

/**
 * The certificate of a completed course, issued by the first asking, drawn in the language of a code;
 * it never changes. Null if the answer holds none.
 */
export const certificateQuery = (courseId: string, language: string) =>
  query(
    ['certificate', courseId, 'in', language],
    async ({ client }): Promise<Certificate | null> => {
      const answer: Certificate | null = await call('GET /certificate/:course_id', {
        params: { course_id: courseId },
        query: { language },
      })
      if (!answer?.certificate_id) return null
      // Whoever comes back is asked for no name again.
      client.setQueryData(previewQuery(courseId).queryKey, (before) =>
        before ? { ...before, issued: true } : before,
      )
      return answer
    },
    { staleTime: Number.POSITIVE_INFINITY },
  )

/** How far the learner is just now, asked when there is no certificate yet. */
export const progressQuery = (courseId: string) =>
  query(
    ['certificate', courseId, 'progress'],
    () =>
      call('GET /courses/:course_id/progress', {
        params: { course_id: courseId },
      }),
    { staleTime: 0, retry: false },
  )
