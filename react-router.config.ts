import type { Config } from '@react-router/dev/config'
import { packAssets } from './src/http/server/pages/pack-assets.ts'

export default {
  appDirectory: 'src',
  buildDirectory: 'build',
  ssr: true,
  splitRouteModules: false,
  routeDiscovery: { mode: 'initial' },
  buildEnd: async ({ reactRouterConfig }) => {
    await packAssets(`${reactRouterConfig.buildDirectory}/client`)
  },
} satisfies Config
