import { msg } from '../../shared/i18n/translate.ts'
import type {
  ComplaintEventKind,
  ComplaintOutcome,
  ComplaintState,
  ComplaintSubject,
} from './complaint.ts'

export const subjectLabels: Record<ComplaintSubject, string> = {
  payment: msg('A payment or refund'),
  course: msg('A course or lesson'),
  certificate: msg('A certificate'),
  privacy: msg('My personal data'),
  other: msg('Something else'),
}

export const stateLabels: Record<ComplaintState, string> = {
  open: msg('Waits for an answer'),
  answered: msg('Answered'),
  closed: msg('Closed'),
}

/** What became of it, to who complained. */
export const outcomeSentences: Record<ComplaintOutcome, string> = {
  remedied: msg('We have put it right, and closed your complaint.'),
  explained: msg('We hope that this explains it, and have closed your complaint.'),
  rejected: msg('We cannot do what you ask for, and have closed your complaint.'),
}

export const eventLabels: Record<ComplaintEventKind, string> = {
  filed: msg('Filed'),
  added: msg('More was said'),
  reopened: msg('Opened again'),
  assigned: msg('Given to somebody'),
  answered: msg('Answered'),
  closed: msg('Closed'),
}
