import { drawRings, type MandalaLayer } from './draw-mandala.ts'

/** The mandala of the start page: nine rings around a marigold. */
export function drawHeroMandala(): MandalaLayer[] {
  return drawRings([
    { shape: 'petal', count: 12, from: 3, to: 15, width: 4.5, tone: 'marigold', isFilled: true },
    { shape: 'petal', count: 12, from: 10, to: 24, width: 6, tone: 'ink', isBetween: true },
    { shape: 'dot', count: 12, from: 26, to: 29, width: 1.5, tone: 'rani', isFilled: true },
    { shape: 'arch', count: 12, from: 24, to: 40, width: 9.6, tone: 'ink' },
    {
      shape: 'drop',
      count: 12,
      from: 29,
      to: 37.5,
      width: 3,
      tone: 'marigold',
      isFilled: true,
      isBetween: true,
    },
    { shape: 'leaf', count: 24, from: 41, to: 56, width: 4.6, tone: 'ink' },
    {
      shape: 'diamond',
      count: 24,
      from: 53,
      to: 60,
      width: 1.8,
      tone: 'leaf',
      isFilled: true,
      isBetween: true,
    },
    { shape: 'arch', count: 24, from: 60, to: 73, width: 8.2, tone: 'ink' },
    { shape: 'drop', count: 24, from: 64, to: 71, width: 2.2, tone: 'rani', isFilled: true },
    { shape: 'petal', count: 24, from: 72, to: 92, width: 8.5, tone: 'ink', isBetween: true },
    {
      shape: 'petal',
      count: 24,
      from: 75,
      to: 87,
      width: 3.6,
      tone: 'marigold',
      isFilled: true,
      isBetween: true,
    },
    { shape: 'dot', count: 48, from: 95, to: 97.4, width: 1.2, tone: 'ink', isFilled: true },
  ])
}
