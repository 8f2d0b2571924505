import { runCommand } from './prepare.js'

// `npm run release`: by the project's own Node, which a fresh checkout has to fetch first.
await runCommand('scripts/make-release.ts', process.argv.slice(2))
