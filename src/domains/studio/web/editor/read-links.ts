import { cutTitle, lessonTitleOf, withoutOrdering } from '../films/lesson-title.ts'

export interface PastedLink {
  title: string
  url: string
}

const address = /\bhttps?:\/\/\S+/gi
/** What stands between a title and its address in lists that people keep. */
const separators = /^[\s\-–—:|,;]+|[\s\-–—:|,;(<]+$/g

/**
 * Lessons of a pasted list: on each line an address, perhaps with its title, which stays as it was typed.
 * Without one the title is that of the file that the address names.
 */
export function readLinks(text: string): {
  links: PastedLink[]
  /** So many lines say something and have no address. */
  without: number
} {
  let without = 0
  const links = text.split('\n').flatMap((line) => {
    const urls = line.match(address) ?? []
    if (urls.length === 0 && line.trim() !== '') without += 1
    const words = line.replaceAll(address, ' ').replaceAll(separators, '').trim()
    const title = cutTitle(withoutOrdering(words).replaceAll(/\s+/g, ' '))
    return urls.map((found, at) => {
      const url = found.replace(/[)>,;]+$/, '')
      return { title: at > 0 || title === '' ? titleIn(url) : title, url }
    })
  })
  return { links, without }
}

function titleIn(url: string): string {
  const file = /\/([^/?#]+\.[a-z\d]{2,5})(?:[?#]|$)/i.exec(
    url.replace(/^https?:\/\/[^/]+/i, ''),
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
