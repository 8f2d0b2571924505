/** A quiet bed for the demo lessons: a drone and plucked notes of the raga Bhupali. */

const SAMPLES_PER_SECOND = 22050
const SA_IN_HERTZ = 146.83
/** Sa Re Ga Pa Dha: five notes that never clash, so that any walk over them is a tune. */
const SCALE = [1, 9 / 8, 5 / 4, 3 / 2, 5 / 3]

/** Mono WAV bytes of the given length, fading in and out; the same `seed` gives the same tune. */
export function makeTune({ durationInSeconds, seed }) {
  const count = Math.round(durationInSeconds * SAMPLES_PER_SECOND)
  const sound = new Float32Array(count)
  const random = makeRandom(seed)

  for (const [ratio, loudness] of [
    [0.5, 0.05],
    [0.75, 0.025],
    [1, 0.03],
  ]) {
    addDrone(sound, SA_IN_HERTZ * ratio, loudness)
  }
  let note = 5
  const beatInSeconds = 0.62
  for (let at = 0.8; at < durationInSeconds - 3; at += beatInSeconds) {
    if (random() < 0.3) continue
    note = Math.max(0, Math.min(11, note + Math.round(random() * 4 - 2)))
    const octave = 2 ** Math.floor(note / SCALE.length)
    addPluck(sound, {
      startInSeconds: at,
      hertz: SA_IN_HERTZ * SCALE[note % SCALE.length] * octave,
      loudness: 0.16 + random() * 0.08,
      random,
    })
  }
  return toWav(fade(sound))
}

function addDrone(sound, hertz, loudness) {
  for (let at = 0; at < sound.length; at += 1) {
    const time = at / SAMPLES_PER_SECOND
    const breath = 0.75 + 0.25 * Math.sin(2 * Math.PI * 0.11 * time + hertz)
    const phase = 2 * Math.PI * hertz * time
    sound[at] += loudness * breath * (Math.sin(phase) + 0.3 * Math.sin(2 * phase + 0.4))
  }
}

/** A plucked string after Karplus and Strong: noise in a loop, averaged on each round. */
function addPluck(sound, { startInSeconds, hertz, loudness, random }) {
  const loop = Float32Array.from(
    { length: Math.round(SAMPLES_PER_SECOND / hertz) },
    () => random() * 2 - 1,
  )
  // The first averaging takes the edge off the noise, so that it sounds like a finger.
  for (let round = 0; round < 3; round += 1) averageLoop(loop)
  const start = Math.round(startInSeconds * SAMPLES_PER_SECOND)
  const length = Math.min(SAMPLES_PER_SECOND * 3, sound.length - start)
  for (let at = 0; at < length; at += 1) {
    const here = at % loop.length
    const value = loop[here]
    loop[here] = 0.4985 * (value + loop[(here + 1) % loop.length])
    sound[start + at] += value * loudness
  }
}

function averageLoop(loop) {
  for (let at = 0; at < loop.length; at += 1) {
    loop[at] = (loop[at] + loop[(at + 1) % loop.length]) / 2
  }
}

function fade(sound) {
  const ramp = SAMPLES_PER_SECOND * 1.5
  return sound.map((value, at) => {
    const edge = Math.min(1, at / ramp, (sound.length - 1 - at) / ramp)
    return Math.tanh(value * 1.4) * edge
  })
}

function toWav(sound) {
  const bytes = Buffer.alloc(44 + sound.length * 2)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(36 + sound.length * 2, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(SAMPLES_PER_SECOND, 24)
  bytes.writeUInt32LE(SAMPLES_PER_SECOND * 2, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(sound.length * 2, 40)
  sound.forEach((value, at) => bytes.writeInt16LE(Math.round(value * 32000), 44 + at * 2))
  return bytes
}

/** Small repeatable random numbers from 0 to 1, so that a rebuilt video is the same video. */
function makeRandom(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
