/** Every page that anybody may open, with a course and a bundle; one of each that answers that nothing is there. */
export function listPublicPages({ course, bundle }: { course: string; bundle: string }): string[] {
  return [
    '/',
    '/courses',
    `/course/${course}`,
    '/bundles',
    `/bundles/${bundle}`,
    '/about',
    '/results',
    '/contact',
    '/refund-policy',
    '/terms',
    '/privacy',
    '/login',
    '/signup',
    '/forgot-password',
    '/reset-password',
    '/verify',
    '/verify/KA-0000',
    '/no-such-page',
  ]
}
