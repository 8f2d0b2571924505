/** An SVG without fonts or outside pictures as PNG, drawn beside the event loop. */
export async function rasterise(svg: string, widthInPixels: number): Promise<Buffer> {
  const { renderAsync } = await import('@resvg/resvg-js') // 5 MB of machine code, seldom needed
  const picture = await renderAsync(svg, {
    fitTo: { mode: 'width', value: widthInPixels },
    font: { loadSystemFonts: false },
  })
  return picture.asPng()
}
