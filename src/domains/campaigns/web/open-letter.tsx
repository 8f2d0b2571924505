import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useMutation } from '../../../http/web/use-mutation.ts'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import type { Letter, LetterInput } from '../contract.ts'
import { LetterForm } from './letter-form.tsx'
import { LetterPreview } from './letter-preview.tsx'
import { LetterProgress } from './letter-progress.tsx'
import { beginLetter, letterQuery, saveLetter } from './queries.ts'
import { SendPanel } from './send-panel.tsx'
import { useTakeLetter } from './use-take-letter.ts'

const blank: LetterInput = {
  list: 'news',
  subject: '',
  body: '',
  audience: 'everybody',
  course_id: null,
}

export function NewLetter() {
  // Kept over a second try, so that a lost answer does not make two. Missing on plain HTTP.
  const [id] = useState(() => ('randomUUID' in crypto ? crypto.randomUUID() : undefined))
  const setQuery = useSearchParams()[1]
  const take = useTakeLetter()
  const begin = useMutation({
    mutationFn: (input: LetterInput) => beginLetter(input, id),
    onSuccess: async (letter) => {
      await take(letter)
      setQuery({ letter: letter.id }, { replace: true })
    },
  })
  return <LetterForm saved={blank} save={begin} />
}

export function OpenLetter({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useQuery(letterQuery(id))
  if (data?.state === 'draft') return <Draft letter={data} />
  if (data) return <LetterOnItsWay letter={data} />
  if (error) {
    return (
      <LoadFailure
        sentence={error.message}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  return <Skeleton label="Loading the letter" className="h-96" />
}

function Draft({ letter }: { letter: Letter }) {
  const [isChanged, setIsChanged] = useState(false)
  const take = useTakeLetter()
  const save = useMutation({
    mutationFn: (input: LetterInput) => saveLetter(input, letter),
    onSuccess: async (saved) => {
      await take(saved)
      setIsChanged(false)
    },
  })
  return (
    <>
      <LetterForm saved={letter} save={save} onChange={() => setIsChanged(true)} />
      {isChanged ? (
        <p className="mt-8 text-ink-soft">Save the letter to see how it looks and to send it.</p>
      ) : (
        <>
          <LetterPreview letter={letter} />
          <SendPanel letter={letter} />
        </>
      )}
    </>
  )
}

function LetterOnItsWay({ letter }: { letter: Letter }) {
  return (
    <>
      <h2 className="wrap-anywhere text-2xl">{letter.subject}</h2>
      <LetterProgress letter={letter} />
      <LetterPreview letter={letter} />
    </>
  )
}
