/** What the list of courses is narrowed by; an empty text by nothing. */
export interface CourseQuery {
  search: string
  /** As `listFilters` names it: a code such as `hi`, or what a course says in words of its own. */
  language: string
  level: string
}

/** Every address of the site that a link, a redirect or a mail may use. */
export const paths = {
  home: '/',
  login: '/login',
  signup: '/signup',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  courses: '/courses',
  /** The list as narrowed, by page; pages count from 1. */
  coursesFound: ({ search, language, level }: CourseQuery, page = 1) => {
    const query = new URLSearchParams({
      ...(search !== '' && { search }),
      ...(language !== '' && { language }),
      ...(level !== '' && { level }),
      ...(page > 1 && { page: String(page) }),
    }).toString()
    return query === '' ? '/courses' : `/courses?${query}`
  },
  course: (courseId: string) => `/course/${encodeURIComponent(courseId)}`,
  bundles: '/bundles',
  bundle: (bundleId: string) => `/bundles/${encodeURIComponent(bundleId)}`,
  about: '/about',
  results: '/results',
  contact: '/contact',
  refundPolicy: '/refund-policy',
  terms: '/terms',
  privacy: '/privacy',
  myCourses: '/my-courses',
  certificate: (courseId: string) => `/certificate/${encodeURIComponent(courseId)}`,
  /** Where a file of a certificate is checked. */
  verifyFile: '/verify',
  verify: (certificateId: string) => `/verify/${encodeURIComponent(certificateId)}`,
  admin: '/admin',
  paymentSuccess: (razorpayPaymentId: string, courseId: string) =>
    `/payment-success?${new URLSearchParams({ payment_id: razorpayPaymentId, course_id: courseId })}`,
  /** Pictures that chats and feeds show beside a link. */
  shareAcademy: '/share/academy.png',
  shareCourse: (courseId: string) => `/share/course/${encodeURIComponent(courseId)}.png`,
  /** What the drawn covers of all courses are made of, as one file. */
  coverFigures: '/cover-figures.svg',
  /** The mails kept in the sandbox. Answered by the server itself, so reached by a plain link. */
  outbox: '/dev/outbox',
}
