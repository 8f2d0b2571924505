import type { MandalaLayer, MandalaTone } from '../../shared/figures/draw-mandala.ts'

/** Draws the layers in the theme's colours. Decoration only: screen readers pass it by. */
export function Mandala({ layers, className }: { layers: MandalaLayer[]; className: string }) {
  return (
    <svg viewBox="-100 -100 200 200" aria-hidden="true" className={className}>
      {layers.map((layer) => (
        <path
          key={layer.d}
          d={layer.d}
          className={
            layer.isFilled
              ? fills[layer.tone]
              : `fill-none stroke-[0.6] [stroke-linejoin:round] ${strokes[layer.tone]}`
          }
        />
      ))}
    </svg>
  )
}

const fills: Record<MandalaTone, string> = {
  ink: 'fill-ink',
  marigold: 'fill-marigold',
  rani: 'fill-rani',
  leaf: 'fill-leaf',
}

const strokes: Record<MandalaTone, string> = {
  ink: 'stroke-ink',
  marigold: 'stroke-marigold',
  rani: 'stroke-rani',
  leaf: 'stroke-leaf',
}
