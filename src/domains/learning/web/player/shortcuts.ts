export type PlayerCommand =
  | { do: 'toggle-play' }
  | { do: 'skip'; bySeconds: number }
  /** A part of the film, from 0 to 1. */
  | { do: 'go-to'; part: number }
  /** From picture to picture, while it stands. */
  | { do: 'step'; bySteps: 1 | -1 }
  | { do: 'toggle-mute' }
  | { do: 'change-volume'; by: number }
  | { do: 'toggle-fullscreen' }
  | { do: 'toggle-captions' }
  | { do: 'change-speed'; bySteps: 1 | -1 }
  | { do: 'toggle-help' }
  /** Beside the film, where there is one of this name. */
  | { do: 'open-tool'; tool: string }

const COMMANDS = new Map<string, PlayerCommand>([
  [' ', { do: 'toggle-play' }],
  ['k', { do: 'toggle-play' }],
  ['ArrowLeft', { do: 'skip', bySeconds: -5 }],
  ['ArrowRight', { do: 'skip', bySeconds: 5 }],
  ['j', { do: 'skip', bySeconds: -10 }],
  ['l', { do: 'skip', bySeconds: 10 }],
  ...Array.from({ length: 10 }, (_, tenth): [string, PlayerCommand] => [
    String(tenth),
    { do: 'go-to', part: tenth / 10 },
  ]),
  ['Home', { do: 'go-to', part: 0 }],
  ['End', { do: 'go-to', part: 1 }],
  [',', { do: 'step', bySteps: -1 }],
  ['.', { do: 'step', bySteps: 1 }],
  ['m', { do: 'toggle-mute' }],
  ['ArrowUp', { do: 'change-volume', by: 0.1 }],
  ['ArrowDown', { do: 'change-volume', by: -0.1 }],
  ['f', { do: 'toggle-fullscreen' }],
  ['c', { do: 'toggle-captions' }],
  ['<', { do: 'change-speed', bySteps: -1 }],
  ['>', { do: 'change-speed', bySteps: 1 }],
  ['?', { do: 'toggle-help' }],
  ['n', { do: 'open-tool', tool: 'notes' }],
])
const FORM_FIELDS = new Set(['INPUT', 'TEXTAREA', 'SELECT'])

/**
 * What a key means to the player, or null when it belongs to somebody else: to a form field, to
 * the browser (with Ctrl, Alt or Meta), or to the button that the space bar presses.
 */
export function readShortcut(pressed: {
  key: string
  hasModifier: boolean
  /** Upper-case name of the element in focus. */
  targetName: string
  /** The seek bar: the keys mean there what they mean everywhere in the player. */
  isSeekBar?: boolean
}): PlayerCommand | null {
  if (pressed.hasModifier || (FORM_FIELDS.has(pressed.targetName) && !pressed.isSeekBar))
    return null
  if (pressed.key === ' ' && pressed.targetName === 'BUTTON') return null
  const key = pressed.key.length === 1 ? pressed.key.toLowerCase() : pressed.key
  return COMMANDS.get(key) ?? null
}
