const names: Record<string, string> = {
  modules: 'module',
  videos: 'lesson',
  links: 'link',
  attachments: 'file',
  teachers: 'teacher',
  questions: 'question',
  pictures: 'picture',
}

/** Where a fault is, in words: `course.modules.0.videos.1.url` is “module 1, lesson 2, url”. */
export function describePlace(path: string): string {
  const words: string[] = []
  for (const part of path.split('.')) {
    const last = words.at(-1)
    const isPlace = /^\d+$/.test(part) && last !== undefined
    if (isPlace) words[words.length - 1] = `${names[last] ?? last} ${Number(part) + 1}`
    else if (part !== 'course' && part !== '') words.push(part)
  }
  return words.join(', ').replaceAll('_', ' ') || 'the file'
}
