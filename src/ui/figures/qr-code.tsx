import { encode } from 'uqr'

/** A QR code, drawn as one path. Dark on light in every theme: cameras want it so. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const modules = data.flatMap((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')),
  )
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className={`printed-sheet ${className}`}
    >
      <path d={`M0 0h${size}v${size}H0z`} className="fill-paper" />
      <path d={modules.join('')} className="fill-ink" />
    </svg>
  )
}

interface QrCodeProps {
  text: string
  /** What it opens, for those who do not see it. */
  label: string
  className: string
}
