import { CanvasSink, type Input } from 'mediabunny'
import {
  planPosterSecond,
  planPosterSize,
  planSpriteGrid,
} from '../../../../films/plan-pictures.ts'
import { CannotTranscodeError, type Transcoding } from './transcoding.ts'

const quality = 0.8

/** The picture that is shown before a film plays. */
export async function makePoster(input: Input, { durationInSeconds }: Transcoding): Promise<Blob> {
  const { track, firstAt, ...shown } = await openPicture(input)
  const { width, height } = planPosterSize(shown)
  const sink = new CanvasSink(track, { width, height, fit: 'fill' })
  const found = await sink.getCanvas(firstAt + planPosterSecond(durationInSeconds))
  if (!found) throw new CannotTranscodeError('This browser found no picture in this film.')
  const { canvas, context } = openCanvas(width, height)
  context.drawImage(found.canvas, 0, 0)
  return canvas.convertToBlob({ type: 'image/jpeg', quality })
}

/** The small pictures of the seek bar in one file, row after row. */
export async function makeSprite(input: Input, making: Transcoding): Promise<Blob> {
  const { durationInSeconds, pause, onProgress } = making
  const { track, firstAt, ...shown } = await openPicture(input)
  const { width, height, grid } = planSpriteGrid({ durationInSeconds, ...shown })
  const { canvas, context } = openCanvas(width * grid.columns, height * grid.rows)
  const count = Math.ceil(durationInSeconds / grid.every_in_seconds)
  const sink = new CanvasSink(track, { width, height, fit: 'fill', poolSize: 2 })
  const seconds = Array.from({ length: count }, (_, at) => firstAt + at * grid.every_in_seconds)
  let at = 0
  for await (const found of sink.canvasesAtTimestamps(seconds)) {
    await pause.passed()
    const [column, row] = [at % grid.columns, Math.floor(at / grid.columns)]
    if (found) context.drawImage(found.canvas, column * width, row * height)
    at += 1
    onProgress(at / count)
  }
  return canvas.convertToBlob({ type: 'image/jpeg', quality })
}

async function openPicture(input: Input) {
  const track = await input.getPrimaryVideoTrack()
  if (!track || !(await track.canDecode())) {
    throw new CannotTranscodeError('This browser cannot read the picture of this film.')
  }
  const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()]
  return { track, width, height, firstAt: await track.getFirstTimestamp() }
}

function openCanvas(width: number, height: number) {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context)
    throw new CannotTranscodeError('This browser cannot draw pictures in the background.')
  return { canvas, context }
}
