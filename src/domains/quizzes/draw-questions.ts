/** A question of a try: in which version, and which of its options or items stands at each place. */
export interface DrawnQuestion {
  id: string
  version: number
  shown: number[]
}

/**
 * The questions of one try, drawn from all and shuffled; so are their answers. The same seed draws the
 * same.
 *
 * @param drawn How many; 0: all.
 */
export function drawQuestions(
  questions: readonly { id: string; version: number; choices: number }[],
  { seed, drawn }: { seed: number; drawn: number },
): DrawnQuestion[] {
  const random = randomFrom(seed)
  const shuffled = shuffle(questions, random)
  return shuffled
    .slice(0, drawn === 0 ? shuffled.length : drawn)
    .map(({ id, version, choices }) => ({
      id,
      version,
      shown: shuffle([...Array(choices).keys()], random),
    }))
}

function shuffle<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((value) => ({ value, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ value }) => value)
}

/** Mulberry32: even enough to shuffle by. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
