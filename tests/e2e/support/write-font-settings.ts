import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { listPrintFonts } from '../../../src/platform/pdf/print-fonts.ts'

/**
 * Fontconfig's settings for Chromium: the machine's fonts, and those that come with the academy. Phones
 * have letters for all of India; a fresh machine has none, and draws a wide box for each.
 */
export function writeFontSettings(): string {
  const folders = [...new Set(listPrintFonts().map((file) => dirname(file)))]
  const cache = resolve('.cache/fontconfig')
  mkdirSync(cache, { recursive: true })
  const file = resolve(cache, 'fonts.conf')
  const lines = [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
    '<fontconfig>',
    '<include ignore_missing="yes">/etc/fonts/fonts.conf</include>',
    ...folders.map((folder) => `<dir>${folder}</dir>`),
    `<cachedir>${cache}</cachedir>`,
    '</fontconfig>',
  ]
  writeFileSync(file, lines.join('\n'))
  return file
}
