import {
  Conversion,
  type ConversionAudioOptions,
  type ConversionVideoOptions,
  canEncodeAudio,
  canEncodeVideo,
  type Input,
  Mp4OutputFormat,
  Output,
  Quality,
} from 'mediabunny'
import { collectParts } from './collect-parts.ts'
import { type PlayableName, planPicture, planSound } from './plan-encoding.ts'
import { CannotTranscodeError, type Transcoding } from './transcoding.ts'

const keyPictureEveryInSeconds = 2
/** What is made is held in memory until its index, which stands in front, is known. */
const mostInBytes = 1.5e9

/** A smaller MP4 of a film with its index in front; null: the film has no use for it. */
export async function makePlayable(
  input: Input,
  name: PlayableName,
  making: Transcoding,
): Promise<Blob | null> {
  const sound = await planAudio(input, name, making)
  if (name === 'sound_only' && sound.discard === true) return null
  const picture = name === 'sound_only' ? null : await planVideo(input, name, making)
  if (picture && picture.bits * (making.durationInSeconds / 8) > mostInBytes) return null
  const { target, finish } = collectParts(name === 'sound_only' ? 'audio/mp4' : 'video/mp4')
  const conversion = await Conversion.init({
    input,
    output: new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target }),
    tracks: 'primary',
    video: picture?.options ?? { discard: true },
    audio: sound,
    // What phones write of places and people into a film stays out.
    tags: {},
    showWarnings: false,
  })
  if (!conversion.isValid) throw new CannotTranscodeError('This browser cannot convert this film.')
  conversion.onProgress = (fraction) => making.onProgress(fraction)
  await conversion.execute()
  return finish()
}

async function planVideo(
  input: Input,
  name: Exclude<PlayableName, 'sound_only'>,
  { original, durationInSeconds, pause }: Transcoding,
): Promise<{ options: ConversionVideoOptions; bits: number }> {
  const track = await input.getPrimaryVideoTrack()
  if (!track || !(await track.canDecode())) {
    throw new CannotTranscodeError('This browser cannot read the picture of this film.')
  }
  const { averagePacketRate } = await track.computePacketStats(200)
  const { width, height, bitsPerSecond, framesPerSecond } = planPicture(name, {
    width: await track.getDisplayWidth(),
    height: await track.getDisplayHeight(),
    framesPerSecond: averagePacketRate,
    bitsPerSecond: (original.size * 8) / durationInSeconds,
  })
  const quality = new Quality({ bitrate: bitsPerSecond })
  if (!(await canEncodeVideo('avc', { width, height, quality }))) {
    throw new CannotTranscodeError('This browser cannot write H.264.')
  }
  const options: ConversionVideoOptions = {
    codec: 'avc',
    width,
    height,
    fit: 'fill',
    quality,
    keyFrameInterval: keyPictureEveryInSeconds,
    allowTransformationMetadata: false,
    forceTranscode: true,
    ...(framesPerSecond !== undefined && { frameRate: framesPerSecond }),
    process: async (sample) => {
      await pause.passed()
      return sample
    },
  }
  return { options, bits: bitsPerSecond }
}

async function planAudio(
  input: Input,
  name: PlayableName,
  { pause }: Transcoding,
): Promise<ConversionAudioOptions> {
  const track = await input.getPrimaryAudioTrack()
  if (!track) return { discard: true }
  if (!(await track.canDecode())) {
    throw new CannotTranscodeError('This browser cannot read the sound of this film.')
  }
  const { bitsPerSecond, channels, samplesPerSecond } = planSound(name)
  const quality = new Quality({ bitrate: bitsPerSecond })
  const asked = { numberOfChannels: channels, sampleRate: samplesPerSecond, quality }
  if (!(await canEncodeAudio('aac', asked))) {
    // Chromium without proprietary codecs, and Firefox.
    const { registerAacEncoder } = await import('@mediabunny/aac-encoder')
    registerAacEncoder()
  }
  return {
    codec: 'aac',
    ...asked,
    forceTranscode: true,
    process: async (sample) => {
      await pause.passed()
      return sample
    },
  }
}
