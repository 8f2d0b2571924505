import { ALL_FORMATS, BlobSource, Input } from 'mediabunny'
import { makePoster, makeSprite } from './make-picture.ts'
import { makePlayable } from './make-playable.ts'
import type { FromWorker, MakeOrder, ToWorker } from './messages.ts'
import { createPause } from './pause.ts'
import { CannotTranscodeError, type Transcoding } from './transcoding.ts'

// Beside the page, which stays quick; and by a file of its own, whose policy lets the AAC encoder,
// which is WebAssembly, run without the pages' policy having to.
const pause = createPause()
const toldEveryInMs = 250

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === 'make') void make(data).then(tell)
  else pause.set(data.type === 'pause')
})

async function make(order: MakeOrder): Promise<FromWorker> {
  const input = new Input({ formats: ALL_FORMATS, source: new BlobSource(order.original) })
  try {
    const file = await makeFile(input, order)
    return file ? { type: 'made', file } : { type: 'nothing' }
  } catch (error) {
    if (error instanceof CannotTranscodeError) return { type: 'cannot', sentence: error.message }
    const reason = error instanceof Error ? error.message : String(error)
    return {
      type: 'cannot',
      sentence: `This browser could not convert the film (${reason}).`,
    }
  } finally {
    input.dispose()
  }
}

async function makeFile(
  input: Input,
  { name, original, durationInSeconds }: MakeOrder,
): Promise<Blob | null> {
  let toldAt = 0
  const making: Transcoding = {
    original,
    durationInSeconds,
    pause,
    onProgress: (fraction) => {
      if (performance.now() - toldAt < toldEveryInMs) return
      toldAt = performance.now()
      tell({ type: 'progress', fraction })
    },
  }
  if (name === 'poster') return makePoster(input, making)
  if (name === 'sprite') return makeSprite(input, making)
  if (name === 'original' || name === 'data_saver_parts') return null
  return makePlayable(input, name, making)
}

function tell(message: FromWorker): void {
  postMessage(message)
}
