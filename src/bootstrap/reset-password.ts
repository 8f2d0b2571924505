import { randomBytes } from 'node:crypto'
import { userInfo } from 'node:os'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { newPassword } from '../domains/accounts/contract.ts'
import { setStaffPassword } from '../domains/accounts/server/set-staff-password.ts'
import { findDressOfMails } from '../domains/look/server/dress.ts'
import { createRecordAuditEvent } from '../domains/staff/server/record-audit-event.ts'
import { createMailQueue } from '../integrations/mail/queue-mail.ts'
import { localUrl } from '../platform/loopback.ts'
import { findDatabase } from './find-database.ts'
import { addKeptSettings, openAcademyDatabase } from './prepare-academy.ts'
import { runCommand } from './run-command.ts'

/** Who keeps the machine has no account: no person's id is this one. */
const operatorId = '00000000-0000-0000-0000-000000000000'

// `academy admin reset-password EMAIL [--second-step]`
await runCommand(async (given, log, closers) => {
  const { email, withSecondStep } = readArguments()
  const { url } = await findDatabase(given, log, closers)
  const database = openAcademyDatabase(given, log, url)
  closers.push(() => database.close())
  const settings = await addKeptSettings(given, database)
  const { db } = database
  const typed = process.stdin.isTTY ? await askForPassword({ email, withSecondStep }) : ''
  const password = typed || randomBytes(12).toString('base64url')
  const publicUrl = () => settings.publicUrl ?? localUrl(settings)
  const queueMail = createMailQueue({
    sender: { brand: settings.brand, publicUrl },
    outbox: settings.outbox,
    findDress: findDressOfMails,
  })
  const record = createRecordAuditEvent(db)
  const { secondStep } = await setStaffPassword(
    { db, queueMail, publicUrl },
    { email, password, withSecondStep },
    (db, { id, secondStep }) =>
      record(
        {
          actor: { id: operatorId, name: nameOperator(), role: null },
          act: 'academy admin reset-password',
          summary: 'Set a password on the machine',
          subject: { kind: 'learner', id },
          after: { second_step_removed: secondStep },
          ip: 'this machine',
          outcome: 'done',
        },
        db,
      ),
  )
  const told = typed === '' ? `The new password of ${email}: ${password} (shown this once).` : ''
  const kept = secondStep
    ? `Taken off: ${secondStep.apps} authenticator app, ${secondStep.passkeys} passkeys; set a new second step up at the next log-in.`
    : 'A second step stays what it is.'
  return `${told || `The password of ${email} is changed.`} All sessions were ended, and a mail says so. ${kept}`
})

function readArguments(): { email: string; withSecondStep: boolean } {
  const { values, positionals } = parseArgs({
    options: { 'second-step': { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [email = ''] = positionals
  if (positionals.length !== 1 || !email.includes('@')) {
    throw new Error('Name the account: academy admin reset-password EMAIL [--second-step]')
  }
  return { email: email.trim().toLowerCase(), withSecondStep: values['second-step'] }
}

function nameOperator(): string {
  return `${process.env['SUDO_USER'] ?? userInfo().username} on the machine`
}

/** Empty: one is to be made. Nothing that is typed is shown. */
async function askForPassword(asked: { email: string; withSecondStep: boolean }): Promise<string> {
  const { email, withSecondStep } = asked
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  const ask = async (prompt: string): Promise<string> => {
    process.stderr.write(prompt)
    const answer = await lines.question('')
    process.stderr.write('\n')
    return answer
  }
  lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  try {
    if (withSecondStep) {
      const sure = await ask(
        `This takes authenticator app, recovery codes and passkeys off ${email}: the password alone opens the account then. Type yes: `,
      )
      if (sure.trim() !== 'yes') throw new Error('Nothing was changed.')
    }
    const password = await ask('New password (empty: one is made): ')
    if (password === '') return ''
    const checked = newPassword.safeParse(password)
    if (!checked.success) throw new Error(checked.error.issues[0]?.message)
    if ((await ask('Once more: ')) !== password) throw new Error('The two are not the same.')
    return password
  } finally {
    lines.close()
  }
}
