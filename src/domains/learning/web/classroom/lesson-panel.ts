import type { Course } from '../../../catalogue/contract.ts'
import type { PlayerHandle } from '../player/player-handle.ts'

/** What a panel below the open lesson of an owned course is given. */
export interface LessonPanelProps {
  course: Course
  video: Course['modules'][number]['videos'][number]
  /** The number of the film that the lesson shows: with the player's second it makes a place. */
  film: number
  player: PlayerHandle
  /** How often its key was pressed: each time the keyboard goes to where one writes. */
  timesAsked: number
}
