import { drawMandala } from './mandala.ts'

const marigold = '#f2a51a'
const soft = '#f6cd86'
const rani = '#c81e63'

/** The border's own shapes, small enough for the corners of a phone. */
export const cornerRosette = drawMandala({
  widthInMm: 60,
  heightInMm: 60,
  rings: [
    { shape: 'dots', count: 1, base: 0, colour: rani, weight: 1.2 },
    { shape: 'circle', base: 3, colour: marigold, weight: 0.35 },
    { shape: 'petals', count: 12, base: 3, tip: 11, colour: marigold, weight: 0.35 },
    {
      shape: 'leaves',
      count: 12,
      isTurned: true,
      spread: 0.5,
      base: 6,
      tip: 13,
      colour: soft,
      weight: 0.3,
    },
    { shape: 'circle', base: 13.5, colour: marigold, weight: 0.4 },
    { shape: 'dots', count: 24, base: 15, colour: rani, weight: 0.35 },
    { shape: 'circle', base: 16.5, colour: marigold, weight: 0.25 },
    { shape: 'petals', count: 24, base: 16.5, tip: 25, colour: marigold, weight: 0.35 },
    { shape: 'petals', count: 24, spread: 0.6, base: 16.5, tip: 22.5, colour: soft, weight: 0.3 },
    { shape: 'dots', count: 24, isTurned: true, base: 25.5, colour: marigold, weight: 0.4 },
    { shape: 'scallops', count: 48, base: 27, tip: 29, colour: soft, weight: 0.3 },
  ],
})
