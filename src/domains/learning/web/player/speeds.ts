export const SPEEDS = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const

const STORAGE_KEY = 'player_speed'

type Storage = {
  getItem: (key: string) => string | null
  setItem: (key: string, text: string) => void
}

/** The speed so many steps faster or slower, stopping at the ends. */
export function stepSpeed(rate: number, bySteps: 1 | -1): number {
  const candidates =
    bySteps === 1 ? SPEEDS.filter((speed) => speed > rate) : SPEEDS.filter((speed) => speed < rate)
  return candidates.at(bySteps === 1 ? 0 : -1) ?? rate
}

/** The speed this learner chose last, in an earlier lesson or visit; 1 if none. */
export function readSpeed(storage: Storage): number {
  const kept = Number(storage.getItem(STORAGE_KEY))
  return SPEEDS.find((speed) => speed === kept) ?? 1
}

export function saveSpeed(storage: Storage, rate: number): void {
  if (SPEEDS.some((speed) => speed === rate)) storage.setItem(STORAGE_KEY, String(rate))
}
