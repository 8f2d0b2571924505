import { lessonTitleOf } from '../films/lesson-title.ts'

export interface PastedLink {
  title: string
  url: string
}

const address = /https?:\/\/\S+/
/** What stands between a title and its address in lists that people keep. */
const separators = /^[\s\-–—:|,;]+|[\s\-–—:|,;(<]+$/g

/**
 * Lessons of a pasted list: on each line an address, perhaps with its title. What names a file gives the
 * title of the file; lines without an address are left out.
 */
export function readLinks(text: string): PastedLink[] {
  return text.split('\n').flatMap((line) => {
    const url = address.exec(line)?.[0].replace(/[)>,;]+$/, '')
    if (url === undefined) return []
    const words = line.replace(address, ' ').replaceAll(separators, '').trim()
    return [{ title: words === '' ? titleIn(url) : lessonTitleOf(words), url }]
  })
}

function titleIn(url: string): string {
  const file = /\/([^/?#]+\.[a-z\d]{2,5})(?:[?#]|$)/i.exec(
    url.replace(/^https?:\/\/[^/]+/, ''),
  )?.[1]
  return file === undefined ? '' : lessonTitleOf(decode(file))
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
