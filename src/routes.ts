import { layout, type RouteConfig, route } from '@react-router/dev/routes'

/** The browser's table of contents: each address and the screen that shows it. */
export default [
  route('login', 'domains/accounts/web/login-screen.tsx'),
  route('signup', 'domains/accounts/web/signup-screen.tsx'),
  route('forgot-password', 'domains/accounts/web/forgot-password-screen.tsx'),
  route('reset-password', 'domains/accounts/web/reset-password-screen.tsx'),

  route('courses', 'pages/storefront/courses-screen.tsx'),
  route('course/:course_id', 'pages/storefront/course-screen.tsx'),
  route('bundles/:bundle_id?', 'pages/storefront/bundles-screen.tsx'),
  route('verify/:certificate_id?', 'domains/certificates/web/verify-screen.tsx'),

  layout('ui/layout/signed-in-layout.tsx', [
    route('my-courses', 'pages/account/my-account-screen.tsx'),
    route('certificate/:course_id', 'domains/certificates/web/certificate-screen.tsx'),
    route('payment-success', 'domains/checkout/web/payment-success-screen.tsx'),
    route('admin/:place?', 'pages/admin/admin-screen.tsx'),
    route('admin/courses/:course_id', 'domains/studio/web/course-editor-screen.tsx'),
    route('admin/courses/:course_id/:page', 'pages/admin/course-page-screen.tsx'),
  ]),

  // Home, the other pages that owners write, and what is missing; all else goes before them.
  route(':address?', 'pages/marketing/page-screen.tsx'),
  route('*', 'pages/marketing/page-screen.tsx', { id: 'unknown' }),
] satisfies RouteConfig
