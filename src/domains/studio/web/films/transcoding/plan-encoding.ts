import { type SizedName, sizedRenditions } from '../../../../films/plan-files.ts'

export type PlayableName = SizedName | 'data_saver' | 'sound_only'

interface Source {
  width: number
  height: number
  framesPerSecond: number
  bitsPerSecond: number
}

interface PicturePlan {
  width: number
  height: number
  bitsPerSecond: number
  /** Undefined: as many as the film has. */
  framesPerSecond: number | undefined
}

const dataSaver = { side: 240, bitsPerSecond: 105_000, framesPerSecond: 15 }
/** Browsers' encoders are told how many bits to take, not how good it is to look. */
const bitsPerSecond: Record<SizedName, number> = {
  '1080p': 3_500_000,
  '720p': 1_800_000,
  '480p': 900_000,
}
const leastBitsPerSecond = 80_000
const mostFramesPerSecond = 60

/** How a smaller picture is made: never larger than it was, and in fewer bits than it had. */
export function planPicture(name: SizedName | 'data_saver', source: Source): PicturePlan {
  const isSaver = name === 'data_saver'
  const shorter = Math.min(source.width, source.height)
  const side = Math.min(isSaver ? dataSaver.side : sizedRenditions[name], shorter)
  const wanted = isSaver ? dataSaver.bitsPerSecond : bitsPerSecond[name]
  const most = isSaver ? dataSaver.framesPerSecond : mostFramesPerSecond
  return {
    width: downToEven((source.width * side) / shorter),
    height: downToEven((source.height * side) / shorter),
    bitsPerSecond: Math.min(
      wanted,
      Math.max(leastBitsPerSecond, Math.round(source.bitsPerSecond * 0.7)),
    ),
    framesPerSecond: source.framesPerSecond > most + 0.5 ? most : undefined,
  }
}

interface SoundPlan {
  bitsPerSecond: number
  channels: number
  samplesPerSecond: number
}

export function planSound(name: PlayableName): SoundPlan {
  if (name === 'sound_only') return { bitsPerSecond: 48_000, channels: 1, samplesPerSecond: 44_100 }
  if (name === 'data_saver') return { bitsPerSecond: 32_000, channels: 1, samplesPerSecond: 32_000 }
  return { bitsPerSecond: 128_000, channels: 2, samplesPerSecond: 48_000 }
}

function downToEven(dots: number): number {
  return Math.max(2, 2 * Math.floor(Math.round(dots) / 2))
}
