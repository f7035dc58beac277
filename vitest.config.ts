import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { PATIENCE_MS } from './tests/support/patience.ts'

// `server-only` throws unless the module graph is a React server build; the condition selects its empty file.
const reactServer = { resolve: { conditions: ['react-server'] } }

// What a handler asks the framework about its request, which it has in a server alone.
const request = path.join(import.meta.dirname, 'tests/support/request-context.ts')
const requestContext = { 'next/headers': request, 'next/navigation': request, 'next-intl/server': request }

// Files that wait for what only time brings, the longest first: begun last, one of them alone ends the run.
const LONGEST = ['frozen-worker', 'top-up-mix', 'access-matrix', 'top-up-unknown', 'reconcile', 'fault-mix', 'model']

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.indexOf(path.basename(moduleId, '.test.ts'))

      return at < 0 ? LONGEST.length : at
    }

    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // Most of a test's time is waiting for databases and timers: more files than cores may run at once.
    maxWorkers: 3,
    projects: [
      {
        ssr: reactServer,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts', 'tests/architecture.test.ts'],
          exclude: ['tests/unit/mail/**'],
          // Properties over many values take their time on a busy machine.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          isolate: false,
          environment: 'node',
          setupFiles: ['tests/support/quiet-console.ts'],
        },
      },
      {
        // Mail is rendered to HTML, which React refuses under the condition of a server build.
        test: {
          name: 'mail',
          include: ['tests/unit/mail/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          isolate: false,
          environment: 'node',
          setupFiles: ['tests/support/quiet-console.ts'],
        },
      },
      {
        ssr: reactServer,
        test: {
          name: 'integration',
          alias: requestContext,
          // Loading the modules costs more than most files do with them: a worker loads them once.
          isolate: false,
          // The store's own log lines would bury the results; what they may say has a test of its own.
          env: { LOG_LEVEL: 'silent' },
          include: ['tests/integration/**/*.test.ts', 'tests/contract/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['tests/support/database.ts'],
          setupFiles: ['tests/support/quiet-console.ts', 'tests/support/left-behind.ts'],
          // Every wait ends by its condition: these limits only tell a hanging test from a slow machine.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: PATIENCE_MS, interval: 50 } },
        },
      },
      {
        // The same at the size whose figures are published: `npm run test:deep`. Takes hours.
        ssr: reactServer,
        test: {
          name: 'deep',
          alias: requestContext,
          env: { LOG_LEVEL: 'silent' },
          include: ['tests/deep/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['tests/support/database.ts'],
          setupFiles: ['tests/support/quiet-console.ts'],
          hookTimeout: 600_000,
          expect: { poll: { timeout: PATIENCE_MS, interval: 50 } },
        },
      },
    ],
  },
})
