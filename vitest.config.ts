import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{src,sandbox,tests,seed,bench}/**/*.test.ts'],
    exclude: ['tests/e2e/**'],
    globalSetup: './tests/support/start-database.ts',
    setupFiles: './tests/support/fail-on-console-error.ts',
    pool: 'threads',
    // Loading the server costs more than most test files: workers keep what they have loaded.
    isolate: false,
    testTimeout: 15_000,
    hookTimeout: 30_000,
  },
})
