/** The short way through a new academy, in its order. */
export const setupSteps = [
  'name',
  'colours',
  'subject',
  'details',
  'payments',
  'mail',
  'course',
  'demo',
] as const
export type SetupStep = (typeof setupSteps)[number]

/** `new`: nobody was led there yet; `open`: the dashboard leads there; `closed`: done, or left. */
export const firstRunStates = ['new', 'open', 'closed'] as const
