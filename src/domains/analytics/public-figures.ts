/** What the academy counts of itself for its pages. */
export const publicFigures = [
  'learners',
  'courses',
  'hours_played',
  'certificates',
  'average_rating',
  'reviews',
] as const
export type PublicFigure = (typeof publicFigures)[number]
