/** Addresses of the staff's own, apart from `src/paths.ts`, which every public page loads. */
export const staffPaths = {
  /** Where a mailed invitation leads, with its token. */
  invitation: '/admin/join',
}
