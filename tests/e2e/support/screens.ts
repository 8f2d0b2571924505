import { accountScreens } from './screens/account-screens.ts'
import { classroomScreens } from './screens/classroom-screens.ts'
import { officeScreens } from './screens/office-screens.ts'
import type { Screen } from './screens/screen.ts'
import { studioScreens } from './screens/studio-screens.ts'
import { visitorScreens } from './screens/visitor-screens.ts'

/** Every screen in every state that a person can bring it to. */
export const screens: Screen[] = [
  ...visitorScreens,
  ...classroomScreens,
  ...accountScreens,
  ...studioScreens,
  ...officeScreens,
]
