import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { fail } from './prepare.js'
import { carryAssets, findServing, readJson, switchTo } from './switch.js'

// `academy rollback`: the code goes back, the schema stays, for the version before can live with it. What
// was sold meanwhile stays sold.
const present = findServing()
const former = findFormer()
const from = realpathSync(former)
if (from === present.from) fail('The version before serves already.')
const next = { from, release: readJson(join(from, 'RELEASE')) }
carryAssets(present.from, next.from)
await switchTo(next, present)
console.log(`Back on ${next.release.version}. The newer one lies in ${present.from}.`)

function findFormer() {
  try {
    return realpathSync(join(present.releases, 'former'))
  } catch {
    return fail('There is no version before: nothing was updated here.')
  }
}
