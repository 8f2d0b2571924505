import { encode } from 'uqr'

/** A QR code as an SVG picture of one path, without a quiet zone: leave four modules of paper around it. */
export function drawQrCode(text: string, colour: string): string {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const runs = data.flatMap((row, y) =>
    listRuns(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path fill="${colour}" d="${runs.join('')}"/></svg>`
}

/** Stretches of dark modules as [first, length]. */
function listRuns(row: boolean[]): [number, number][] {
  const runs: [number, number][] = []
  row.forEach((isDark, x) => {
    const last = runs.at(-1)
    if (!isDark) return
    if (last && last[0] + last[1] === x) last[1] += 1
    else runs.push([x, 1])
  })
  return runs
}
