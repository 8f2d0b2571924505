import { describe, expect, test } from 'vitest'
import { readShortcut } from './shortcuts.ts'
import { readSpeed, saveSpeed, stepSpeed } from './speeds.ts'

const press = (key: string, targetName = 'SECTION', hasModifier = false) =>
  readShortcut({ key, targetName, hasModifier })

describe('a learner at the keyboard', () => {
  test.each([
    [' ', { do: 'toggle-play' }],
    ['k', { do: 'toggle-play' }],
    ['K', { do: 'toggle-play' }],
    ['ArrowLeft', { do: 'skip', bySeconds: -5 }],
    ['ArrowRight', { do: 'skip', bySeconds: 5 }],
    ['j', { do: 'skip', bySeconds: -10 }],
    ['l', { do: 'skip', bySeconds: 10 }],
    ['0', { do: 'go-to', part: 0 }],
    ['7', { do: 'go-to', part: 0.7 }],
    ['Home', { do: 'go-to', part: 0 }],
    ['End', { do: 'go-to', part: 1 }],
    [',', { do: 'step', bySteps: -1 }],
    ['.', { do: 'step', bySteps: 1 }],
    ['M', { do: 'toggle-mute' }],
    ['ArrowUp', { do: 'change-volume', by: 0.1 }],
    ['ArrowDown', { do: 'change-volume', by: -0.1 }],
    ['?', { do: 'toggle-help' }],
    ['f', { do: 'toggle-fullscreen' }],
    ['c', { do: 'toggle-captions' }],
    ['<', { do: 'change-speed', bySteps: -1 }],
    ['>', { do: 'change-speed', bySteps: 1 }],
  ])('%j steers the player', (key, command) => {
    expect(press(key)).toEqual(command)
  })

  test.each(['INPUT', 'TEXTAREA', 'SELECT'])('types into %s undisturbed', (field) => {
    expect(press('k', field)).toBeNull()
    expect(press('ArrowLeft', field)).toBeNull()
  })

  test('presses a button with the space bar once, not twice', () => {
    expect(press(' ', 'BUTTON')).toBeNull()
    expect(press('k', 'BUTTON')).toEqual({ do: 'toggle-play' })
  })

  test('keeps the shortcuts of the browser', () => {
    expect(press('f', 'SECTION', true)).toBeNull()
    expect(press('Tab')).toBeNull()
    expect(press('toString')).toBeNull()
  })
})

describe('the speed', () => {
  test('goes step by step and stops at the ends', () => {
    expect(stepSpeed(1, 1)).toBe(1.25)
    expect(stepSpeed(0.75, -1)).toBe(0.5)
    expect(stepSpeed(0.25, -1)).toBe(0.25)
    expect(stepSpeed(2, 1)).toBe(2)
    expect(stepSpeed(1.1, -1)).toBe(1)
  })

  test('is remembered for the next lesson, and nonsense is not', () => {
    const kept = new Map<string, string>()
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => kept.set(key, text),
    }

    expect(readSpeed(storage)).toBe(1)
    saveSpeed(storage, 1.5)
    expect(readSpeed(storage)).toBe(1.5)
    saveSpeed(storage, 16)
    expect(readSpeed(storage)).toBe(1.5)
    storage.setItem('player_speed', 'fast')
    expect(readSpeed(storage)).toBe(1)
  })
})
