const fields: Record<string, string> = {
  title: 'title',
  description: 'description',
  price: 'price',
  url: 'link',
  thumbnail: 'cover',
}

/** Where in a course a field stands, in words: 'Module 1, lesson 2: link'. */
export function describePath(path: string): string {
  const found =
    /^course\.(?:modules\.(?<module>\d+)\.(?:videos\.(?<video>\d+)\.)?)?(?<field>\w+)/.exec(path)
  const { module, video, field = '' } = found?.groups ?? {}
  const name = fields[field] ?? field.replaceAll('_', ' ')
  const places = [
    ...(module === undefined ? [] : [`module ${Number(module) + 1}`]),
    ...(video === undefined ? [] : [`lesson ${Number(video) + 1}`]),
  ]
  const words = places.length === 0 ? `the course’s ${name}` : `${places.join(', ')}: ${name}`
  return words.charAt(0).toUpperCase() + words.slice(1)
}
