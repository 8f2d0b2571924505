import { paths } from '../../../paths.ts'

/** Where the owner of an account says that a change of it was not them. */
export const notMePath = `${paths.admin}/not-me`
