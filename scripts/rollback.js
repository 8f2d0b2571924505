import { join } from 'node:path'
import { fail } from './prepare.js'
import { carryAssets, findFormer, findServing, readJson, switchTo } from './switch.js'

// `academy rollback`: the code goes back, the schema stays, for the version before can live with it. What
// was sold meanwhile stays sold.
process.umask(0o022) // who serves, another user, reads what is put here
const present = findServing()
const from = findFormer(present)
if (from === null) fail('There is no version before: nothing was updated here.')
if (from === present.from) fail('The version before serves already.')
const next = { from, release: readJson(join(from, 'RELEASE')) }
carryAssets(present.from, next.from)
await switchTo(next, present)
console.log(
  `Now on ${next.release.version}. The other version lies in ${present.from}: academy rollback goes to it again.`,
)
