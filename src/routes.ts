import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** The browser's table of contents: each address and the screen that shows it. */
export default [
  index('pages/marketing/landing-screen.tsx'),
  route('about', 'pages/marketing/about-screen.tsx'),
  route('results', 'pages/marketing/results-screen.tsx'),
  route('contact', 'pages/marketing/contact-screen.tsx'),
  route('refund-policy', 'pages/marketing/refund-policy-screen.tsx'),
  route('terms', 'pages/marketing/terms-screen.tsx'),
  route('privacy', 'pages/marketing/privacy-screen.tsx'),

  route('login', 'domains/accounts/web/login-screen.tsx'),
  route('signup', 'domains/accounts/web/signup-screen.tsx'),
  route('forgot-password', 'domains/accounts/web/forgot-password-screen.tsx'),
  route('reset-password', 'domains/accounts/web/reset-password-screen.tsx'),

  route('courses', 'pages/storefront/courses-screen.tsx'),
  route('course/:course_id', 'pages/storefront/course-screen.tsx'),
  route('bundles/:bundle_id?', 'pages/storefront/bundles-screen.tsx'),
  route('verify/:certificate_id', 'domains/certificates/web/verify-screen.tsx'),

  layout('ui/layout/signed-in-layout.tsx', [
    route('my-courses', 'pages/account/my-account-screen.tsx'),
    route('certificate/:course_id', 'domains/certificates/web/certificate-screen.tsx'),
    route('payment-success', 'domains/checkout/web/payment-success-screen.tsx'),
    route('admin/:place?', 'pages/admin/admin-screen.tsx'),
    route('admin/courses/:course_id', 'domains/studio/web/course-editor-screen.tsx'),
    route('admin/courses/:course_id/:page', 'pages/admin/course-page-screen.tsx'),
  ]),

  route('*', 'pages/marketing/not-found-screen.tsx'),
] satisfies RouteConfig
