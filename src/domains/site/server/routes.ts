import type { Serve } from '../../../http/server/serve.ts'
import * as site from '../contract.ts'
import { listSettings } from './list-settings.ts'
import { isGuarded, type SaveDependencies, saveSettings } from './save-settings.ts'

export function siteRoutes(serve: Serve, deps: SaveDependencies): void {
  const { db, followed } = deps

  serve(site.getSettings, async () => listSettings(db, followed.env))

  serve(
    site.saveSettings,
    async ({ body, caller, audit }) => {
      await saveSettings(deps, caller, { input: body, audit })
      return listSettings(db, followed.env)
    },
    { stepUpIf: async ({ body }) => isGuarded(body.values) },
  )
}
