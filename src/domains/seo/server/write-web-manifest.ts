import { paths } from '../../../paths.ts'
import type { Brand } from '../../../platform/settings.ts'
import type { Look } from '../../look/look.ts'
import { logoPath } from '../../look/look-addresses.ts'
import { findPapers } from '../../look/write-look-css.ts'

/** The W3C manifest by which a phone puts the academy on its home screen. */
export function writeWebManifest(
  { name: brandName, subject }: Pick<Brand, 'name' | 'subject'>,
  look: Look,
): string {
  const { light: paper } = findPapers(look)
  return JSON.stringify({
    id: paths.home,
    name: brandName,
    short_name: shorten(brandName),
    description: subject === null ? 'Video courses in making things with AI' : `Learn ${subject}`,
    lang: 'en-IN',
    start_url: paths.home,
    scope: paths.home,
    display: 'minimal-ui',
    background_color: paper,
    theme_color: paper,
    icons: look.logo === null ? deliveredIcons : iconsOf(look.logo),
    shortcuts: [
      { name: 'Courses', url: paths.courses },
      { name: 'My Courses', url: paths.myCourses },
    ],
  })
}

const deliveredIcons = [
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
]

function iconsOf(logo: string) {
  return [
    { src: logoPath(logo, 'icon-192'), sizes: '192x192', type: 'image/png' },
    { src: logoPath(logo, 'icon-512'), sizes: '512x512', type: 'image/png' },
    {
      src: logoPath(logo, 'maskable-512'),
      sizes: '512x512',
      type: 'image/png',
      purpose: 'maskable',
    },
  ]
}

/** Below an icon there is room for about twelve letters. */
function shorten(name: string): string {
  return name.length <= 12 ? name : (name.split(' ', 1)[0] ?? name)
}
