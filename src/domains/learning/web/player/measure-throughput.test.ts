import { expect, test } from 'vitest'
import { createThroughputMeter } from './measure-throughput.ts'

test('what the network carries is read off what is buffered', () => {
  const meter = createThroughputMeter()
  meter.restart(150_000)
  expect(meter.read()).toBeNull()
  // Ten seconds of film in each second: 1.5 Mbit/s.
  for (let second = 0; second < 6; second += 1) meter.sample(second * 10, second * 1000)

  expect(meter.read()).toBeCloseTo(1_500_000, -3)
})

test('a pause of the browser, a jump and another file are no measure of the network', () => {
  const meter = createThroughputMeter()
  meter.restart(150_000)
  for (let second = 0; second < 6; second += 1) meter.sample(second * 10, second * 1000)
  const before = meter.read()

  meter.sample(50, 6_000)
  meter.sample(60, 30_000)
  meter.sample(5, 31_000)
  meter.restart(700_000)
  meter.sample(5, 31_100)

  expect(meter.read()).toBe(before)
})
