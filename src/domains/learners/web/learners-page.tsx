import { useSearchParams } from 'react-router'
import { LearnersList } from './learners-list.tsx'
import { PersonPage } from './person-page.tsx'

/** All who have an account; with one of them in the address, all about them. */
export function LearnersPage() {
  const [params] = useSearchParams()
  const person = params.get('person')
  if (person === null) return <LearnersList />
  return <PersonPage key={person} id={person} />
}
