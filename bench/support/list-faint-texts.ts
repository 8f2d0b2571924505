/** Runs in a page: a line for each text that is fainter than WCAG's level AA allows, of so many. */
export function listFaintTexts(): { looked: number; faint: string[] } {
  type Colour = [red: number, green: number, blue: number, alpha: number]
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const read = (css: string): Colour => {
    if (!canvas) return [0, 0, 0, 1]
    canvas.clearRect(0, 0, 1, 1)
    canvas.fillStyle = css
    canvas.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data
    return [red, green, blue, alpha / 255]
  }
  const over = ([r, g, b, a]: Colour, [R, G, B]: Colour): Colour => [
    r * a + R * (1 - a),
    g * a + G * (1 - a),
    b * a + B * (1 - a),
    1,
  ]
  const luminance = ([red, green, blue]: Colour): number => {
    const [r = 0, g = 0, b = 0] = [red, green, blue].map((channel) => {
      const share = channel / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  /** Null: a picture lies there. */
  const groundOf = (element: Element | null): Colour | null => {
    if (element === null) return read(getComputedStyle(document.documentElement).backgroundColor)
    const { backgroundColor, backgroundImage } = getComputedStyle(element)
    if (backgroundImage !== 'none') return null
    const own = read(backgroundColor)
    if (own[3] === 1) return own
    const below = groundOf(element.parentElement)
    return below && over(own, below)
  }
  let looked = 0
  const faint: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent?.trim() ?? ''
    const element = walker.currentNode.parentElement
    if (text === '' || !element?.checkVisibility({ visibilityProperty: true })) continue
    if (element.closest('svg, script, style, .sr-only, [disabled], [aria-disabled="true"]'))
      continue
    const { color, fontSize, fontWeight } = getComputedStyle(element)
    const ground = groundOf(element)
    if (!ground) continue
    looked += 1
    const [one, other] = [luminance(over(read(color), ground)), luminance(ground)]
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
    const size = Number.parseFloat(fontSize)
    const isLarge = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700)
    if (contrast < (isLarge ? 3 : 4.5)) faint.push(`${contrast.toFixed(2)}: ${text.slice(0, 60)}`)
  }
  return { looked, faint }
}
