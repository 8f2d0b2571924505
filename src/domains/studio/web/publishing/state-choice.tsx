import { RadioChoices } from './radio-choices.tsx'
import { type PublishedState, publishedStates, stateNames } from './states.ts'

interface StateChoiceProps {
  state: PublishedState
  onChoose: (state: PublishedState) => void
}

/** Where a published course is to be found. */
export function StateChoice({ state, onChoose }: StateChoiceProps) {
  return (
    <RadioChoices
      legend="Who can find and buy it"
      choices={publishedStates.map(({ state, hint }) => ({
        value: state,
        label: stateNames[state],
        hint,
      }))}
      chosen={state}
      onChoose={onChoose}
    />
  )
}
