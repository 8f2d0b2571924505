// Draws the icons below public/ from public/favicon.svg. Run it after the brand's mark has changed:
// node scripts/make-icons.js
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'

const folder = join(import.meta.dirname, '..', 'public')
const rounded = await readFile(join(folder, 'favicon.svg'), 'utf8')
// Phones cut the corners, or more, themselves: the ground fills the square.
const square = rounded.replace(' rx="7"', '')
const roomy = square.replace('viewBox="-16 -16 32 32"', 'viewBox="-18 -18 36 36"')
const maskable = roomy.replace(
  /<rect [^>]*?fill/,
  '<rect x="-18" y="-18" width="36" height="36" fill',
)

await write('apple-touch-icon.png', draw(square, 180))
await write('icon-192.png', draw(rounded, 192))
await write('icon-512.png', draw(rounded, 512))
await write('icon-maskable-512.png', draw(maskable, 512))
await write('favicon.ico', packIcon([16, 32, 48].map((size) => [size, draw(rounded, size)])))

function draw(svg, sizeInPixels) {
  return new Resvg(svg, { fitTo: { mode: 'width', value: sizeInPixels } }).render().asPng()
}

/** The ICO container: a directory of 16 bytes a picture, then the PNGs. */
function packIcon(pictures) {
  const head = Buffer.alloc(6 + 16 * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let offset = head.length
  for (const [at, [size, png]] of pictures.entries()) {
    const entry = 6 + 16 * at
    head.writeUInt8(size, entry)
    head.writeUInt8(size, entry + 1)
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(png.length, entry + 8)
    head.writeUInt32LE(offset, entry + 12)
    offset += png.length
  }
  return Buffer.concat([head, ...pictures.map(([, png]) => png)])
}

async function write(name, bytes) {
  await writeFile(join(folder, name), bytes)
  console.log(`${name} ${bytes.length} bytes`)
}
