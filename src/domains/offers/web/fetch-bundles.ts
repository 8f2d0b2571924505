import type { listBundles } from '../contract.ts'

/** The call, for screens of domains that stand before this one. */
export type ListBundles = typeof listBundles
