/* oxlint-disable typescript/consistent-type-imports -- a line for each, not two */
import type * as shared from './http/contract.ts'

/** Every call's contract: by it `call`, and pages, know what a route is sent and answers. Types alone. */
declare module './http/api-client.ts' {
  interface Contracts {
    access: typeof import('./domains/access/contract.ts')
    accounts: typeof import('./domains/accounts/contract.ts')
    security: typeof import('./domains/accounts/security/contract.ts')
    admin: typeof import('./domains/admin/contract.ts')
    analytics: typeof import('./domains/analytics/contract.ts')
    assignments: typeof import('./domains/assignments/contract.ts')
    campaigns: typeof import('./domains/campaigns/contract.ts')
    catalogue: typeof import('./domains/catalogue/contract.ts')
    certificates: typeof import('./domains/certificates/contract.ts')
    checkout: typeof import('./domains/checkout/contract.ts')
    complaints: typeof import('./domains/complaints/contract.ts')
    content: typeof import('./domains/content/contract.ts')
    discussion: typeof import('./domains/discussion/contract.ts')
    files: typeof import('./domains/files/contract.ts')
    films: typeof import('./domains/films/contract.ts')
    finance: typeof import('./domains/finance/contract.ts')
    learners: typeof import('./domains/learners/contract.ts')
    learning: typeof import('./domains/learning/contract.ts')
    look: typeof import('./domains/look/contract.ts')
    notes: typeof import('./domains/notes/contract.ts')
    offers: typeof import('./domains/offers/contract.ts')
    operations: typeof import('./domains/operations/contract.ts')
    privacy: typeof import('./domains/privacy/contract.ts')
    quizzes: typeof import('./domains/quizzes/contract.ts')
    reminders: typeof import('./domains/reminders/contract.ts')
    representatives: typeof import('./domains/representatives/contract.ts')
    reviews: typeof import('./domains/reviews/contract.ts')
    site: typeof import('./domains/site/contract.ts')
    staff: typeof import('./domains/staff/contract.ts')
    studio: typeof import('./domains/studio/contract.ts')
    tax: typeof import('./domains/tax/contract.ts')
    shared: typeof shared
  }
}
