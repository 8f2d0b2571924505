import type { Config } from '@react-router/dev/config'
import { packAssets } from './src/http/server/pages/pack-assets.ts'
import { translateBuild } from './src/platform/languages/translate-build.ts'

export default {
  appDirectory: 'src',
  buildDirectory: 'build',
  ssr: true,
  splitRouteModules: false,
  routeDiscovery: { mode: 'initial' },
  buildEnd: async ({ reactRouterConfig }) => {
    await translateBuild(reactRouterConfig.buildDirectory)
    await packAssets(`${reactRouterConfig.buildDirectory}/client`)
  },
} satisfies Config
