import { expect, test, vi } from 'vitest'
import { uploadFile } from './upload-file.ts'

test('where the code that uploads does not come, a sentence says so, and no address of a script', async () => {
  vi.doMock('tus-js-client', () => {
    throw new Error('/assets/tus.js does not come')
  })

  const tried = uploadFile(new File([], 'a.pdf'), { courseId: 'c', videoId: 'v' }, () => undefined)

  await expect(tried).rejects.toThrow('The academy cannot be reached.')
  vi.doUnmock('tus-js-client')
})
