/** Every address of the site that a link, a redirect or a mail may use. */
export const paths = {
  home: '/',
  login: '/login',
  signup: '/signup',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  courses: '/courses',
  course: (courseId: string) => `/course/${encodeURIComponent(courseId)}`,
  about: '/about',
  results: '/results',
  contact: '/contact',
  refundPolicy: '/refund-policy',
  terms: '/terms',
  privacy: '/privacy',
  myCourses: '/my-courses',
  certificate: (courseId: string) => `/certificate/${encodeURIComponent(courseId)}`,
  verify: (certificateId: string) => `/verify/${encodeURIComponent(certificateId)}`,
  admin: '/admin',
  editCourse: (courseId: string) => `/admin/courses/${encodeURIComponent(courseId)}`,
  paymentSuccess: (razorpayPaymentId: string, courseId: string) =>
    `/payment-success?${new URLSearchParams({ payment_id: razorpayPaymentId, course_id: courseId })}`,
  /** Pictures that chats and feeds show beside a link. */
  shareAcademy: '/share/academy.png',
  shareCourse: (courseId: string) => `/share/course/${encodeURIComponent(courseId)}.png`,
  /** The mails kept in the sandbox. Answered by the server itself, so reached by a plain link. */
  outbox: '/dev/outbox',
}
