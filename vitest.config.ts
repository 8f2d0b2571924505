import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Short files that take long: whole products, killed and started again. */
const slow =
  /(start-failures|hand-over|embedded-postgres|backup-commands|survive-kills|every-stage|under-fire)/

/** By itself Vitest begins with the largest files until it knows which take long; the last would wait alone. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isSlow = ({ moduleId }: TestSpecification) => slow.test(moduleId)
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}

export default defineConfig({
  test: {
    include: ['{src,sandbox,tests,seed,bench}/**/*.test.ts'],
    exclude: ['tests/e2e/**'],
    globalSetup: './tests/support/start-database.ts',
    setupFiles: ['./tests/support/fail-on-console-error.ts', './tests/support/wait-patiently.ts'],
    pool: 'threads',
    // Loading the server costs more than most test files: workers keep what they have loaded.
    isolate: false,
    // One more than cores: a file waits for the database, for its children and for clocks half of its time.
    // Not more than one database has connections for.
    maxWorkers: Math.min(availableParallelism() + 1, 8),
    sequence: { sequencer: SlowFirst },
    // For what never ends, and no measure of anything: the machine may be slow, or busy with more than this.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
