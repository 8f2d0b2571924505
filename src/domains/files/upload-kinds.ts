/** What an upload becomes, and how large it may be. */
export const uploadKinds = {
  attachment: { maxSizeInBytes: 200 * 1024 * 1024, limit: '200 MB' },
  film: { maxSizeInBytes: 10 * 1024 * 1024 * 1024, limit: '10 GB' },
  /** A smaller size of a film, made in the browser. */
  rendition: { maxSizeInBytes: 10 * 1024 * 1024 * 1024, limit: '10 GB' },
} as const

export type UploadKind = keyof typeof uploadKinds
