/** What is made of a logo (the icons are squares), and of a signature. */
export const logoFiles = [
  'mark',
  'icon-32',
  'icon-180',
  'icon-192',
  'icon-512',
  'maskable-512',
  'signature',
] as const
export type LogoFile = (typeof logoFiles)[number]

/** An address that shows the same for ever. */
export function logoPath(id: string, file: LogoFile): string {
  return `/look/${id}/${file}.png`
}

/** Where the look of a page begins in its styles, up to their end; the preview puts another in its place. */
export const lookMark = '/*look*/'
