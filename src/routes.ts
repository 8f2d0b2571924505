import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** The browser's table of contents: each address and the screen that shows it. */
export default [
  index('marketing/screens/landing-screen.tsx'),
  route('about', 'marketing/screens/about-screen.tsx'),
  route('results', 'marketing/screens/results-screen.tsx'),
  route('contact', 'marketing/screens/contact-screen.tsx'),
  route('refund-policy', 'marketing/screens/refund-policy-screen.tsx'),
  route('terms', 'marketing/screens/terms-screen.tsx'),
  route('privacy', 'marketing/screens/privacy-screen.tsx'),

  route('login', 'accounts/screens/login-screen.tsx'),
  route('signup', 'accounts/screens/signup-screen.tsx'),
  route('forgot-password', 'accounts/screens/forgot-password-screen.tsx'),
  route('reset-password', 'accounts/screens/reset-password-screen.tsx'),

  route('courses', 'catalogue/screens/courses-screen.tsx'),
  route('course/:course_id', 'catalogue/screens/course-screen.tsx'),
  route('bundles/:bundle_id?', 'offers/screens/bundles-screen.tsx'),
  route('verify/:certificate_id', 'certificates/screens/verify-screen.tsx'),

  layout('ui/layout/signed-in-layout.tsx', [
    route('my-courses', 'accounts/screens/my-account-screen.tsx'),
    route('certificate/:course_id', 'certificates/screens/certificate-screen.tsx'),
    route('payment-success', 'checkout/screens/payment-success-screen.tsx'),
    route('admin/:place?', 'admin/screens/admin-screen.tsx'),
    route('admin/courses/:course_id', 'studio/screens/course-editor-screen.tsx'),
    route('admin/courses/:course_id/:page', 'studio/screens/course-page-screen.tsx'),
  ]),

  route('*', 'marketing/screens/not-found-screen.tsx'),
] satisfies RouteConfig
