import { drawMandala } from './mandala.ts'

const marigold = '#f2a51a'
const soft = '#f6cd86'
const rani = '#c81e63'

/** The border: a mandala wider than the sheet, open in the middle, where the words stand. */
export const certificateBorder = drawMandala({
  widthInMm: 273,
  heightInMm: 186,
  rings: [
    { shape: 'dots', count: 120, isTurned: true, base: 105.6, colour: rani, weight: 0.26 },
    { shape: 'scallops', count: 120, base: 110, tip: 107, colour: marigold, weight: 0.22 },
    { shape: 'circle', base: 110, colour: marigold, weight: 0.4 },
    { shape: 'dots', count: 120, base: 111.8, colour: marigold, weight: 0.38 },
    { shape: 'circle', base: 113.6, colour: marigold, weight: 0.18 },
    { shape: 'petals', count: 60, base: 113.6, tip: 128, colour: marigold, weight: 0.28 },
    {
      shape: 'petals',
      count: 60,
      spread: 0.66,
      base: 113.6,
      tip: 124.4,
      colour: soft,
      weight: 0.2,
    },
    {
      shape: 'leaves',
      count: 60,
      spread: 0.24,
      base: 114.8,
      tip: 121,
      colour: marigold,
      weight: 0.2,
    },
    {
      shape: 'leaves',
      count: 60,
      isTurned: true,
      spread: 0.42,
      base: 121.6,
      tip: 129.6,
      colour: soft,
      weight: 0.24,
    },
    { shape: 'dots', count: 60, isTurned: true, base: 126.3, colour: rani, weight: 0.3 },
    { shape: 'circle', base: 131.4, colour: marigold, weight: 0.18 },
    { shape: 'circle', base: 132.4, colour: marigold, weight: 0.4 },
    { shape: 'scallops', count: 120, base: 132.4, tip: 135.2, colour: marigold, weight: 0.2 },
    { shape: 'petals', count: 40, base: 136.2, tip: 157, colour: marigold, weight: 0.28 },
    { shape: 'petals', count: 40, spread: 0.7, base: 136.2, tip: 152, colour: soft, weight: 0.2 },
    {
      shape: 'petals',
      count: 40,
      spread: 0.42,
      base: 136.2,
      tip: 147,
      colour: marigold,
      weight: 0.2,
    },
    { shape: 'dots', count: 40, base: 140, colour: rani, weight: 0.4 },
    {
      shape: 'leaves',
      count: 40,
      isTurned: true,
      spread: 0.4,
      base: 147,
      tip: 159,
      colour: soft,
      weight: 0.24,
    },
    { shape: 'circle', base: 160.4, colour: marigold, weight: 0.2 },
  ],
})

/** The mark beside the brand on printed sheets. */
export const brandMark = drawMandala({
  widthInMm: 17,
  heightInMm: 17,
  rings: [
    { shape: 'dots', count: 1, base: 0, colour: rani, weight: 0.75 },
    { shape: 'circle', base: 1.5, colour: marigold, weight: 0.25 },
    { shape: 'petals', count: 8, base: 1.5, tip: 4.6, colour: marigold, weight: 0.28 },
    {
      shape: 'leaves',
      count: 8,
      isTurned: true,
      spread: 0.5,
      base: 2.6,
      tip: 5.2,
      colour: marigold,
      weight: 0.2,
    },
    { shape: 'circle', base: 5.5, colour: marigold, weight: 0.2 },
    { shape: 'scallops', count: 16, base: 5.5, tip: 6.7, colour: marigold, weight: 0.25 },
    { shape: 'dots', count: 16, isTurned: true, base: 7.5, colour: marigold, weight: 0.25 },
  ],
})
