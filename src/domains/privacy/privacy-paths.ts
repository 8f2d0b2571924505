import { paths } from '../../paths.ts'

/** Addresses of what people do with their data, apart from `src/paths.ts`, which every public page loads. */
export const privacyPaths = {
  myData: `${paths.myCourses}?tab=privacy`,
  /** Where the mailed link leads that takes an erasure back, with its token. */
  keepAccount: '/admin/keep-account',
}
