import { t } from '../../../../shared/i18n/translate.ts'
import { RadioChoices } from '../../../../ui/drafting/radio-choices.tsx'
import { type PublishedState, publishedStates, stateNames } from './states.ts'

interface StateChoiceProps {
  state: PublishedState
  onChoose: (state: PublishedState) => void
}

/** Where a published course is to be found. */
export function StateChoice({ state, onChoose }: StateChoiceProps) {
  return (
    <RadioChoices
      legend={t('Who can find and buy it')}
      choices={publishedStates.map(({ state, hint }) => ({
        value: state,
        label: t(stateNames[state]),
        hint: t(hint),
      }))}
      chosen={state}
      onChoose={onChoose}
    />
  )
}
