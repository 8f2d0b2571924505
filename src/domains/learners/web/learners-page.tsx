import { useSearchParams } from 'react-router'
import { LearnerPage } from './learner-page.tsx'
import { LearnersList } from './learners-list.tsx'

/** All who have an account; with one of them in the address, all about them. */
export default function LearnersPage() {
  const [params] = useSearchParams()
  const person = params.get('person')
  if (person === null) return <LearnersList />
  return <LearnerPage key={person} id={person} />
}
