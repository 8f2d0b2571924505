import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { t } from '../../../shared/i18n/translate.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { leaveFullscreen } from '../../learning/web/player/leave-fullscreen.ts'
import type { PlayerHandle } from '../../learning/web/player/player-handle.ts'
import type { ListedQuiz } from '../contract.ts'

interface QuizPromptProps {
  quiz: ListedQuiz
  player: PlayerHandle
  onOpen: () => void
  /** Before the prompt goes. */
  onGoOn: () => void
}

/** Longer than the film plays on before somebody minds. */
const lookEveryMs = 400
/** Further ahead than the fastest film could have come since the last look is a jump, and passes by no question. */
const fastestRate = 2
const slackInSeconds = 2

/** Holds the film where its quiz stands, once, and asks whether to take it now. */
export function QuizPrompt({ quiz, player, onOpen, onGoOn }: QuizPromptProps) {
  const { at_second: second } = quiz
  const [isShown, setIsShown] = useState(false)
  const last = useRef({ position: 0, lookedAtInMs: Infinity, sinceInMs: Infinity })
  const hasAsked = useRef(false)
  const prompt = useRef<HTMLDivElement>(null)
  const [hasLeft, setHasLeft] = useState(false)
  useEffect(() => {
    if (isShown && hasLeft) prompt.current?.focus()
  }, [isShown, hasLeft])
  const look = useEffectEvent(() => {
    const position = player.readPosition()
    const before = last.current
    const now = performance.now()
    last.current = { position, lookedAtInMs: now, sinceInMs: before.lookedAtInMs }
    if (second === null || quiz.passed || hasAsked.current || !player.isPlaying()) return
    const hasCome = before.position <= second && position >= second
    // A page that stood still may hear only a look later how far its film has come.
    const passedInSeconds = (now - before.sinceInMs) / 1_000
    const isJump = position - before.position > fastestRate * passedInSeconds + slackInSeconds
    if (!hasCome || isJump) return
    hasAsked.current = true
    player.pause()
    setIsShown(true)
    // Where the film fills the screen nobody would see why it stands still.
    void leaveFullscreen().then(setHasLeft)
  })
  useEffect(() => {
    const timer = setInterval(() => look(), lookEveryMs)
    return () => clearInterval(timer)
  }, [])
  const { video_id: id } = quiz
  useEffect(() => {
    if (second === null) return undefined
    const text = t('About what you have seen until here')
    player.mark('quiz', [{ id, at: second, text, kind: t('Quiz') }])
    return () => player.mark('quiz', [])
  }, [player, id, second])
  if (!isShown) return null
  return (
    <div
      ref={prompt}
      tabIndex={-1}
      role="alert"
      className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-md bg-wash px-4 py-3"
    >
      <p>{t('Here is a quiz about what you have just seen.')}</p>
      <div className="flex flex-wrap gap-2">
        <Button
          onClick={() => {
            setIsShown(false)
            onOpen()
          }}
        >
          {t('Take the quiz')}
        </Button>
        <Button
          variant="secondary"
          onClick={() => {
            onGoOn()
            setIsShown(false)
            player.play()
          }}
        >
          {t('Go on with the film')}
        </Button>
      </div>
    </div>
  )
}
