import { lazy, Suspense, useEffect, useState } from 'react'
import { answerStepUps } from '../../../../http/web/step-up.ts'

const StepUpDialog = lazy(() => import('./step-up-dialog.tsx'))

/** Asks whoever is to show once more that it is them; what they were about to do then goes on. */
export default function StepUpHost() {
  const [end, setEnd] = useState<{ tell: (isShown: boolean) => void } | null>(null)
  useEffect(
    () =>
      answerStepUps(
        () =>
          new Promise((resolve) => {
            setEnd({
              tell: (isShown) => {
                setEnd(null)
                resolve(isShown)
              },
            })
          }),
      ),
    [],
  )
  if (end === null) return null
  return (
    <Suspense>
      <StepUpDialog onEnd={end.tell} />
    </Suspense>
  )
}
